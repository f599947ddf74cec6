#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "grain/grain_scenes.h"

namespace resound {
namespace {

// Beads in an upright tube on the ground.
GrainSystem tube_of_beads(int count, double radius, double tube, double friction) {
  GrainSystem system;
  system.kinds = {glass_bead(radius, friction)};
  add_beads(system, count, radius, tube, radius);
  system.walls = {{PlaneWall{}, {}, glass_bead(radius, friction).surface},
                  {RevolvedWall{{{tube, 0}, {tube, 1}}}, {}, glass_bead(radius, friction).surface}};
  return system;
}

double until_asleep(EventDrivenGrains& grains, std::size_t all, double limit) {
  while (grains.asleep() < static_cast<int>(all) && grains.time() < limit)
    grains.advance(grains.time() + 0.01, kNobody);
  return grains.time();
}

}  // namespace

TEST_CASE("a pile comes to rest, sleeps without events, and falls when its wall goes") {
  const GrainSystem system = tube_of_beads(120, 0.001, 0.006, 0.3);
  EventDrivenGrains grains(system);
  CHECK(until_asleep(grains, 120, 1.5) < 1.5);
  CHECK(least_gap(system, grains) > -1e-9);
  const std::int64_t before = grains.collisions();
  grains.advance(grains.time() + 100, kNobody);
  CHECK(grains.collisions() == before);

  WallMotion gone;
  gone.absent = true;
  grains.move_wall(1, gone);
  CHECK(grains.asleep() < 120);
  grains.advance(grains.time() + 0.1, kNobody);
  double widest = 0;
  for (const Vec3& p : grains.positions()) widest = std::max(widest, std::hypot(p.x, p.y));
  CHECK(widest > 0.009);
}

TEST_CASE("a fast hit wakes a pile and a slow one does not") {
  // A stack of four in a narrow tube, and a fifth that falls on it
  const double r = 0.001;
  for (const double height : {1e-5, 0.02}) {
    GrainSystem system = tube_of_beads(0, r, 1.01 * r, 0.3);
    for (int i = 0; i < 4; ++i) system.grains.push_back({.position = {0, 0, (2 * i + 1) * 1.0001 * r}, .asleep = true});
    system.grains.push_back({.position = {0, 0, 9.001 * r + height}});
    EventDrivenGrains grains(system);
    int least = 4;
    for (int n = 1; n <= 100; ++n) {
      grains.advance(0.001 * n, kNobody);
      least = std::min(least, grains.asleep());
    }
    CHECK((least == 4) == (height < 1e-3));
  }
}

TEST_CASE("beads flow down a smooth funnel and do not fall asleep on its slope") {
  GrainSystem system;
  system.kinds = {glass_bead(0.001, 0.1)};
  system.kinds[0].surface.restitution.value = 0.5;
  add_beads(system, 60, 0.001, 0.012, 0.03);
  const double gap = 0.006;
  system.walls = {{PlaneWall{}, {.pose = {{0, 0, -0.02}, {}}}, system.kinds[0].surface},
                  {RevolvedWall{{{gap, 0}, {0.02, 0.014}, {0.02, 0.1}}}, {}, system.kinds[0].surface}};
  EventDrivenGrains grains(system);
  grains.advance(1, kNobody);
  int below = 0;
  for (const Vec3& p : grains.positions()) below += p.z < 0;
  CHECK(below == 60);
}

}  // namespace resound
