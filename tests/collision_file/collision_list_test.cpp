#include <doctest/doctest.h>
#include <fmt/format.h>
#include <sys/resource.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/file.h"
#include "collision_file/collision_reader.h"
#include "collision_file/collision_writer.h"
#include "list_probe.h"
#include "numerics/random_stream.h"
#include "scratch_folder.h"

using namespace resound;

namespace {

const std::string kHeader = "t,x,y,z,nx,ny,nz,speed,first,second,first_object,second_object\n";
const ObjectNames kNames{"beads", "cup, steel", "ground"};

ListedCollision some_collision(int i) {
  RandomStream random(7, 0, static_cast<std::uint64_t>(i));
  const Vec3 place{random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1), random.uniform(0, 0.2)};
  return {1e-4 * i,
          place,
          normalized(Vec3{random.normal(), random.normal(), random.normal()}),
          random.exponential(2.0),
          i % 100,
          i % 3 == 0 ? 0 : i % 77,
          0,
          i % 3};
}

#ifdef __SANITIZE_ADDRESS__
constexpr bool kFreesMemory = false;  // what was freed is kept, to catch its use
#else
constexpr bool kFreesMemory = true;
#endif

long peak_memory() {  // [kB]
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

}  // namespace

TEST_CASE("a list of collisions comes back as it was written, from text and from bytes") {
  const Scratch scratch;
  for (const char* name : {"list.csv", "list.collisions"}) {
    CAPTURE(name);
    CollisionWriter writer(scratch / name, false, kNames);
    for (int i = 0; i < 5000; ++i) writer.add(some_collision(i));
    CHECK_FALSE(std::filesystem::exists(scratch / name));  // whole or absent
    writer.commit();
    CollisionReader reader(scratch / name);
    for (int i = 0; i < 5000; ++i) {
      const ListedCollision wrote = some_collision(i);
      const auto read = reader.next();
      REQUIRE(read);
      CHECK(std::abs(read->time - wrote.time) < 1e-9);
      CHECK(length(read->place - wrote.place) < 1e-7);
      CHECK(length(read->normal - wrote.normal) < 3e-6);
      CHECK(std::abs(read->speed - wrote.speed) < 1e-5 * wrote.speed);
      CHECK(read->first == wrote.first);
      CHECK(read->second == wrote.second);
      const auto name_of = [&](int object) { return reader.names()[static_cast<std::size_t>(object)]; };
      CHECK(name_of(read->first_object) == kNames[0]);
      CHECK(name_of(read->second_object) == kNames[static_cast<std::size_t>(wrote.second_object)]);
    }
    CHECK_FALSE(reader.next());
  }
  CHECK(std::filesystem::file_size(scratch / "list.collisions") - 5000 * 48 < 100);
}

TEST_CASE("collisions come in order of time though the list is shuffled") {
  const Scratch scratch;
  std::string text = kHeader;
  for (int i = 0; i < 200'000; ++i)  // each up to 40,000 rows from its place
    text += fmt::format("{},0,0,0,0,0,1,1,{},0,a,b\n", i / 40'000 * 40'000 + i % 40'000 * 7919 % 40'000, i);
  write(scratch / "list.csv", text);
  const std::vector<ListedCollision> rows = read_all(scratch / "list.csv");
  REQUIRE(rows.size() == 200'000);
  for (std::size_t i = 0; i < rows.size(); ++i) REQUIRE(rows[i].time == static_cast<double>(i));
}

TEST_CASE("a collision that goes back beyond the window is refused with its row") {
  const Scratch scratch;
  std::string text = kHeader;
  for (int i = 0; i < 400'000; ++i) text += fmt::format("{},0,0,0,0,0,1,1,0,0,a,b\n", i);
  text += "5,0,0,0,0,0,1,1,0,0,a,b\n";
  write(scratch / "list.csv", text);
  CHECK(refusal(scratch / "list.csv").find("row 400001 goes back to 5 s") != std::string::npos);
}

TEST_CASE("a list may be tabbed or in quotes, in any order of columns, and without the numbers of grains") {
  const Scratch scratch;
  write(scratch / "list.csv",
        "# from a simulator\nspeed;mass;first_object;second_object;t;x;y;z;nx;ny;nz\n"
        "0.5;9;\"the \"\"big\"\" cup\"; beads ;0.25;1;2;3;0;0;-1\n\n");
  CollisionReader reader(scratch / "list.csv");
  const auto row = reader.next();
  REQUIRE(row);
  CHECK(row->speed == 0.5);
  CHECK(row->time == 0.25);
  CHECK(row->place == Vec3{1, 2, 3});
  CHECK(row->normal == Vec3{0, 0, -1});
  CHECK(row->first == 0);
  CHECK(reader.names() == ObjectNames{"the \"big\" cup", "beads"});
  CHECK_FALSE(reader.next());
}

TEST_CASE("a bad row of a list is refused with file, line and fact") {
  const Scratch scratch;
  const auto told = [&](const std::string& rows, const std::string& fact) {
    write(scratch / "list.csv", rows);
    const std::string message = refusal(scratch / "list.csv");
    CAPTURE(message);
    CHECK(message.find(fact) != std::string::npos);
  };
  told("", "is empty; a list of collisions begins with a header line");
  told("t,x,y,z,speed\n", "list.csv:1: the header lacks nx, ny, nz, first_object, second_object");
  told("t,t\n", "list.csv:1: the column t is there twice");
  told(kHeader + "0,0,0,0,0,0,1,1,0,0,a\n", "list.csv:2: there are 11 fields under 12 columns");
  told(kHeader + "0,0,0,0,0,0,1,fast,0,0,a,b\n", "list.csv:2: speed is \"fast\"; it should be a number");
  told(kHeader + "nan,0,0,0,0,0,1,1,0,0,a,b\n", "list.csv:2: t is \"nan\"");
  told(kHeader + "0,0,0,0,0,0,2,1,0,0,a,b\n", "list.csv:2: the normal is 2 long");
  told(kHeader + "0,0,0,0,0,0,1,-1,0,0,a,b\n", "list.csv:2: speed is -1; it is that of approach");
  told(kHeader + "0,0,0,0,0,0,1,1,1.5,0,a,b\n", "first is \"1.5\"; it should be a whole number");
  told(kHeader + "0,0,0,0,0,0,1,1,0,0,,b\n", "first_object is empty");
  told(kHeader + "0,0,0,0,0,0,1,1,0,0,a," + std::string(300, 'b') + "\n", "second_object is longer than 256 bytes");
  told(kHeader + "0,0,0,0,0,0,1,1,0,0,\"a,b\n", "a quote is not closed");
  told(std::string(100'000, 'x'), "longer than 65536 bytes");
}

TEST_CASE("a binary list that is damaged is refused") {
  const Scratch scratch;
  CollisionWriter writer(scratch / "list.collisions", false, kNames);
  for (int i = 0; i < 10; ++i) writer.add(some_collision(i));
  writer.commit();
  const std::string whole = read_file(scratch / "list.collisions");
  const auto told = [&](std::string bytes, const std::string& fact) {
    write(scratch / "bad.collisions", bytes);
    const std::string message = refusal(scratch / "bad.collisions");
    CAPTURE(message);
    CHECK(message.find(fact) != std::string::npos);
  };
  told(whole.substr(0, whole.size() - 1), "its last record is not whole");
  told(whole.substr(0, 23), "it ends within its header");
  std::string many = whole;
  many[23] = '\x7f';  // of the count of names
  told(many, "its header speaks of 8323075 objects");
  std::string unknown = whole;
  unknown[unknown.size() - 1] = '\x10';
  told(unknown, "record 10 names an object that its header does not know");
  std::string infinite = whole;
  for (std::size_t i = 0; i < 8; ++i) infinite[infinite.size() - 48 + i] = '\xff';  // its time
  told(infinite, "holds no collision");
}

TEST_CASE("two million collisions stream with flat memory") {
  const Scratch scratch;
  CollisionWriter writer(scratch / "list.collisions", false, kNames);
  for (int i = 0; i < 2'000'000; ++i) writer.add({1e-6 * i, {0, 0, 0.1}, {0, 0, 1}, 0.5, 0, 0, 0, 1});
  writer.commit();
  const long before = peak_memory();
  CollisionReader reader(scratch / "list.collisions");
  std::int64_t count = 0;
  while (reader.next()) ++count;
  CHECK(count == 2'000'000);
  if (kFreesMemory) CHECK(peak_memory() - before < 40'000);  // the list itself has 96 MB, and 176 MB as rows
}

TEST_SUITE_BEGIN("slow");

TEST_CASE("ten million collisions are written and read with flat memory") {
  constexpr int kCount = 10'000'000;
  const Scratch scratch;
  for (const char* name : {"list.collisions", "list.csv"}) {
    CAPTURE(name);
    const long before = peak_memory();
    CollisionWriter writer(scratch / name, false, kNames);
    for (int i = 0; i < kCount; ++i) writer.add({1e-7 * i, {0, 0, 0.1}, {0, 0, 1}, 0.5, 0, 0, 0, 1});
    writer.commit();
    std::int64_t count = 0;
    for (CollisionReader reader(scratch / name); reader.next();) ++count;
    CHECK(count == kCount);
    if (kFreesMemory) CHECK(peak_memory() - before < 20'000);  // the list has 480 MB in bytes, 880 MB as rows
    std::filesystem::remove(scratch / name);
  }
}

TEST_SUITE_END();
