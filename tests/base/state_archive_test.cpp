#include "base/state_archive.h"

#include <doctest/doctest.h>

using namespace resound;

namespace {

struct Oscillator {
  double position = 0;
  std::vector<std::vector<float>> history;
  void archive(StateArchive& state) { state.fields(position, history); }
};

}  // namespace

TEST_CASE("what is saved comes back") {
  Oscillator saved{1.5, {{1, 2}, {}, {3}}};
  StateArchive save;
  save.fields(saved);

  Oscillator loaded;
  StateArchive load(save.bytes());
  load.fields(loaded);
  CHECK(loaded.position == 1.5);
  CHECK(loaded.history == saved.history);
  CHECK(load.is_exhausted());
}

TEST_CASE("a checkpoint that counts more than it holds is refused before memory is taken") {
  std::vector<double> values{1, 2, 3};
  StateArchive save;
  save.fields(values);
  std::vector<std::byte> bytes = save.bytes();
  bytes[6] = std::byte{0xff};  // the count becomes 2^55
  StateArchive load(bytes);
  CHECK_THROWS_AS(load.fields(values), InputError);
}
