#include "motion/grain/resting_grains.h"

#include <doctest/doctest.h>

#include <array>

using namespace resound;

namespace {

// A pot about z with its floor at the height of its pose, 20 mm wide and 20 mm high.
Wall pot(double height, double rising) {
  RevolvedWall wall;
  wall.profile = {{0, 0}, {0.01, 0}, {0.01, 0.02}};
  return {wall, {.pose = {{0, 0, height}, {}}, .velocity = {0, 0, rising}}, {}};
}

GrainSorts beads_in_pot() {
  GrainSorts sorts;
  sorts.kinds = {GrainKind{.radius = 0.001}};
  sorts.object_of_kind = {1};
  sorts.walls = {{.object = 0, .surface = {}, .young_modulus = 200e9, .poisson_ratio = 0.3, .rings = true}};
  return sorts;
}

}  // namespace

TEST_CASE("a bead rests on a floor that rises or sinks with it, and not on one that has left it") {
  const double block = 0.001;  // [s]
  for (const double rising : {0.0, 0.1, -0.1}) {
    CAPTURE(rising);
    const std::array<Wall, 1> walls{pot(0, rising)};
    const std::array<WallMotion, 1> motions{walls[0].motion};
    const std::array<Vec3, 1> velocities{Vec3{0, 0, rising}};
    const std::array<int, 1> kinds{0};
    const auto rests = [&](double gap) {
      RestingGrains resting(beads_in_pot(), walls);
      const std::array<Vec3, 1> places{Vec3{0.003, 0, rising * block + 0.001 + gap}};
      resting.look(0, block, places, velocities, kinds, motions);
      return resting.loads().size() == 1;
    };
    CHECK(rests(1e-6));
    CHECK(!rests(1e-4));
  }
}
