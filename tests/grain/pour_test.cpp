#include <doctest/doctest.h>

#include <cmath>

#include "grain/grain_scenes.h"

namespace resound {

TEST_SUITE("slow") {
  TEST_CASE("a thousand beads that rest in a funnel leave it and come to rest in the cup below") {
    const double r = 0.001, outlet = 0.006, rim = 0.025, height = 0.1;
    GrainSystem system;
    system.kinds = {glass_bead(r)};
    const GrainSurface glass = system.kinds[0].surface;
    add_beads(system, 1000, r, rim, height + 0.03);
    system.walls = {
        {RevolvedWall{{{outlet, height - 0.01}, {outlet, height}, {rim, height + 0.03}, {rim, height + 0.2}}},
         {},
         glass},
        {RevolvedWall{{{0, height - 0.005}, {outlet, height - 0.005}}}, {}, glass},
        {RevolvedWall{{{0, 0}, {0.03, 0}, {0.03, 0.09}}}, {}, glass}};
    EventDrivenGrains grains(system);
    const auto rest = [&](double limit) {
      while (grains.asleep() < 1000 && grains.time() < limit) grains.advance(grains.time() + 0.02, kNobody);
    };
    rest(2);
    REQUIRE(grains.asleep() == 1000);
    const double opened = grains.time();
    grains.move_wall(1, {.absent = true});
    int told = 0;
    grains.advance(opened + 0.5, [&](const Collision&) { ++told; });
    rest(opened + 4);
    CHECK(told > 50000);
    CHECK(grains.asleep() == 1000);
    int in_cup = 0;
    for (const Vec3& p : grains.positions()) in_cup += p.z > 0 && p.z < 0.03 && std::hypot(p.x, p.y) < 0.03;
    CHECK(in_cup == 1000);
    CHECK(least_gap(system, grains) > -1e-9);
  }
}

}  // namespace resound
