#include "hit_file/hit_reader.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/resource.h>

#include <fstream>
#include <string>
#include <vector>

#include "base/error.h"
#include "scratch_folder.h"

using namespace resound;

namespace {

void ignore(const HitNote&) {}

void write(const std::filesystem::path& path, const std::string& text) { std::ofstream(path) << text; }

long peak_memory() {  // [kB]
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

}  // namespace

TEST_CASE("hits come in order of time though the file is shuffled, equal times in the order of the file") {
  const Scratch scratch;
  std::string text = "t,object,x,y,z,speed\n";
  for (int i = 0; i < 5000; ++i) text += fmt::format("{},o{},0,0,0,1\n", (i * 7919 % 5000) / 2, i);
  write(scratch / "hits.csv", text);
  HitReader reader(scratch / "hits.csv", ignore);
  double last = -1;
  std::int64_t line = 0, count = 0;
  while (const auto hit = reader.next()) {
    CHECK(hit->time >= last);
    if (hit->time == last) CHECK(hit->line > line);
    last = hit->time, line = hit->line, ++count;
  }
  CHECK(count == 5000);
  CHECK(reader.hits() == 5000);
}

TEST_CASE("a row that goes back beyond the window is refused with its line and the way out") {
  const Scratch scratch;
  std::string text = "t,object,x,y,z,speed\n";
  for (int i = 0; i < 100'000; ++i) text += fmt::format("{},a,0,0,0,1\n", i);
  write(scratch / "hits.csv", text + "3,a,0,0,0,1\n");
  HitReader reader(scratch / "hits.csv", ignore);
  std::string message;
  try {
    while (reader.next()) {
    }
  } catch (const InputError& error) {
    message = error.what();
  }
  CHECK(message.find("hits.csv:100002: t goes back to 3 s") != std::string::npos);
  CHECK(message.find("sort") != std::string::npos);
}

TEST_CASE("a file that is not there or holds no hits is told at once") {
  const Scratch scratch;
  CHECK_THROWS_AS(HitReader(scratch / "none.csv", ignore), FileError);
  write(scratch / "empty.csv", "");
  CHECK_THROWS_AS(HitReader(scratch / "empty.csv", ignore), InputError);
  write(scratch / "other.csv", "name,age\nx,3\n");
  CHECK_THROWS_AS(HitReader(scratch / "other.csv", ignore), InputError);
}

TEST_SUITE("slow") {
  TEST_CASE("a million hits stream with flat memory") {
    const Scratch scratch;
    const auto make = [&](const char* name, int count) {
      std::ofstream file(scratch / name);
      file << "t,object,x,y,z,speed,nx,ny,nz,other_material\n";
      for (int i = 0; i < count; ++i)
        file << fmt::format("{:.6f},marble{},{:.4f},0.1,0.2,1.25,0,0,1,glass\n", 1e-4 * (i ^ 5), i % 100, 1e-5 * i);
    };
    const auto count_hits = [&](const char* name) {
      HitReader reader(scratch / name, ignore);
      std::int64_t count = 0;
      double last = 0;
      while (const auto hit = reader.next()) {
        if (hit->time < last) return std::int64_t{-1};
        last = hit->time, ++count;
      }
      return count;
    };
    make("some.csv", 100'000);
    make("million.csv", 1'000'000);
    for (int i = 0; i < 3; ++i) CHECK(count_hits("some.csv") == 100'000);  // the allocator has its pools now
    const long before = peak_memory();
    CHECK(count_hits("million.csv") == 1'000'000);
    CHECK(peak_memory() - before < 2048);  // [kB]  ten times the hits, no more memory
  }
}
