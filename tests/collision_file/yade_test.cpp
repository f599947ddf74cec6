#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <vector>

#include "collision_file/collision_reader.h"
#include "source_folder.h"

using namespace resound;

namespace {

constexpr double kGravity = 9.81, kStep = 2e-6;  // [m/s^2], [s]  in beads.py

struct YadeList {
  std::vector<ListedCollision> rows;
  ObjectNames names;

  const std::string& first_name(const ListedCollision& row) const {
    return names[static_cast<std::size_t>(row.first_object)];
  }
  const std::string& second_name(const ListedCollision& row) const {
    return names[static_cast<std::size_t>(row.second_object)];
  }
  std::vector<ListedCollision> of_bead(int bead) const {
    std::vector<ListedCollision> found;
    for (const ListedCollision& row : rows)
      if ((row.first == bead && first_name(row) == "glass") || (row.second == bead && second_name(row) == "glass"))
        found.push_back(row);
    return found;
  }
};

YadeList read_beads() {
  CollisionReader reader(std::filesystem::path(RESOUND_TEST_DATA) / "yade" / "beads.csv");
  YadeList list;
  while (const auto row = reader.next()) list.rows.push_back(*row);
  list.names = reader.names();
  return list;
}

}  // namespace

TEST_CASE("the list that a script in Yade writes is read as it is, materials being the objects") {
  const YadeList list = read_beads();
  CHECK(list.rows.size() == 117);
  CHECK(std::set<std::string>(list.names.begin(), list.names.end()) == std::set<std::string>{"glass", "steel"});
  int on_plate = 0;
  for (const ListedCollision& row : list.rows) {
    CHECK(row.speed >= 0);
    if (list.first_name(row) != "steel") continue;
    ++on_plate;
    CHECK(row.normal.z == doctest::Approx(1.0));  // from the plate to the bead above it
    CHECK(row.place.z == 0);
  }
  CHECK(on_plate > 10);
}

TEST_CASE("beads that Yade lets meet head on at 1 m/s are told so, within a step of the time") {
  const std::vector<ListedCollision> met = read_beads().of_bead(0);
  REQUIRE(met.size() == 1);
  CHECK(met[0].second == 1);
  CHECK(met[0].speed == doctest::Approx(1.0).epsilon(1e-6));
  CHECK(std::abs(met[0].time - 0.006) <= 1.01 * kStep);  // 6 mm apart at first
  CHECK(met[0].normal == Vec3{1, 0, 0});
}

TEST_CASE("a bead that falls on a plate in Yade arrives with the speed of free fall") {
  const std::vector<ListedCollision> fell = read_beads().of_bead(2);
  REQUIRE(fell.size() == 1);
  constexpr double kHeight = 0.005;  // [m]
  CHECK(std::abs(fell[0].speed - std::sqrt(2 * kGravity * kHeight)) < kGravity * kStep);
  CHECK(std::abs(fell[0].time - std::sqrt(2 * kHeight / kGravity)) <= 1.01 * kStep);
}
