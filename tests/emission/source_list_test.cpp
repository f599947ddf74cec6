#include "emission/source_list.h"

#include <doctest/doctest.h>

using namespace resound;

TEST_CASE("a list of sources keeps what it holds as it grows and nothing of the block before") {
  SourceList list;
  CHECK(list.empty());
  for (int i = 0; i < 100; ++i) {
    Source source;
    source.id = i;
    source.lag = 7;
    list.push_back(source);
  }
  for (Source& source : list.extend(50)) source = Source{.id = 1000};
  REQUIRE(list.size() == 150);
  for (std::size_t i = 0; i < 100; ++i) CHECK(list[i].id == static_cast<std::int64_t>(i));
  CHECK(list.back().id == 1000);
  list.clear();
  CHECK(list.begin() == list.end());
  list.push_back({.id = 5});
  CHECK(list.size() == 1);
  CHECK(list[0].id == 5);
  CHECK(list[0].lag == 0);
}
