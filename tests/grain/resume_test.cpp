#include <doctest/doctest.h>

#include <cstring>

#include "base/error.h"
#include "grain/grain_scenes.h"

namespace resound {
namespace {

GrainSystem cup_of_beads(int count) {
  GrainSystem system;
  system.kinds = {glass_bead(0.001)};
  add_beads(system, count, 0.001, 0.012, 0.002);
  system.walls = {{RevolvedWall{{{0, 0}, {0.012, 0}, {0.012, 0.05}}}, {}, glass_bead(0.001).surface}};
  return system;
}

bool same(std::span<const Vec3> a, std::span<const Vec3> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

}  // namespace

TEST_CASE("a solver that is saved and loaded goes on with the same bits") {
  const GrainSystem system = cup_of_beads(150);
  EventDrivenGrains straight(system), first(system), second(system);
  std::vector<Collision> wanted, got;
  straight.advance(0.10, kNobody);
  straight.advance(0.14, [&](const Collision& c) { wanted.push_back(c); });
  first.advance(0.10, kNobody);
  StateArchive saved;
  first.archive(saved);
  StateArchive loaded(saved.bytes());
  second.archive(loaded);
  CHECK(loaded.is_exhausted());
  second.advance(0.14, [&](const Collision& c) { got.push_back(c); });
  CHECK(wanted.size() > 100);
  REQUIRE(got.size() == wanted.size());
  bool equal = true;
  for (std::size_t i = 0; i < got.size(); ++i)
    equal = equal && got[i].time == wanted[i].time && got[i].speed == wanted[i].speed &&
            got[i].place == wanted[i].place && got[i].first == wanted[i].first && got[i].second == wanted[i].second;
  CHECK(equal);
  CHECK(same(second.positions(), straight.positions()));
  CHECK(same(second.velocities(), straight.velocities()));
  CHECK(same(second.spins(), straight.spins()));
}

TEST_CASE("how time is cut into blocks and who looks on changes no bit") {
  const GrainSystem system = cup_of_beads(60);
  EventDrivenGrains whole(system), parts(system);
  whole.advance(0.1, kNobody);
  for (int n = 1; n <= 100; ++n) {
    parts.advance(0.1 * n / 100, kNobody);
    parts.positions();
    parts.energy();
  }
  CHECK(same(whole.positions(), parts.positions()));
}

TEST_CASE("nonsense is refused with a reason") {
  GrainSystem system = cup_of_beads(3);
  system.kinds[0].radius = 0;
  CHECK_THROWS_AS(EventDrivenGrains{system}, InputError);
  system = cup_of_beads(3);
  system.grains[1].kind = 4;
  CHECK_THROWS_AS(EventDrivenGrains{system}, InputError);
  system = cup_of_beads(3);
  system.period = 1;
  CHECK_THROWS_AS(EventDrivenGrains{system}, InputError);
}

}  // namespace resound
