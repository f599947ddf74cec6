#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "base/parallel.h"
#include "grain/grain_scenes.h"
#include "grain/soft_grains.h"

namespace resound {
namespace {

const SoftSettings kSoft{.fastest = 0.5, .overlap = 0.02};  // steps of a few microseconds

// Beads that fall into a cup, those at one side faster.
GrainSystem beads_in_a_cup(int count) {
  GrainSystem system;
  system.kinds = {glass_bead(0.001, 0.3), glass_bead(0.0008, 0.3)};
  const double rim = 0.009;
  add_beads(system, count, 0.001, rim, 0.001);
  for (std::size_t i = 0; i < system.grains.size(); ++i) {
    system.grains[i].kind = i % 3 == 0 ? 1 : 0;
    system.grains[i].velocity = {0.05, 0, -10 * system.grains[i].position.x};
  }
  system.walls = {{RevolvedWall{{{0, 0}, {rim, 0}, {rim, 0.2}}}, {}, system.kinds[0].surface}};
  return system;
}

bool same_bits(std::span<const Vec3> a, std::span<const Vec3> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

bool same_bits(const std::vector<Collision>& a, const std::vector<Collision>& b) {
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    if (a[i].time != b[i].time || a[i].speed != b[i].speed || a[i].first != b[i].first || a[i].second != b[i].second)
      return false;
  return a.size() == b.size();
}

std::vector<Collision> collisions_until(SoftGrains& grains, double until) {
  std::vector<Collision> all;
  grains.advance(until, [&](const Collision& c) { all.push_back(c); });
  return all;
}

}  // namespace

TEST_CASE("beads that fall into a cup lose energy and never gain any") {
  SoftGrains grains(beads_in_a_cup(150), kSoft);
  const double start = grains.energy();
  CHECK(grains.energy_supplied() == start);
  double least = start;
  for (int i = 1; i <= 60; ++i) {
    grains.advance(i * 0.001, kNobody);
    CHECK(grains.energy() < least + 2e-4 * start);
    least = std::min(least, grains.energy());
  }
  CHECK(least < 0.7 * start);
  for (const Vec3& p : grains.positions()) CHECK(std::hypot(p.x, p.y) < 0.009);
}

TEST_CASE("soft grains give the same bits on one thread and on two") {
  const auto run = [&](int threads, std::vector<Vec3>& places) {
    const ThreadLimit limit(threads);
    SoftGrains grains(beads_in_a_cup(600), kSoft);
    std::vector<Collision> told = collisions_until(grains, 0.03);
    places.assign(grains.positions().begin(), grains.positions().end());
    return told;
  };
  std::vector<Vec3> one, two;
  const std::vector<Collision> alone = run(1, one), together = run(2, two);
  CHECK(alone.size() > 500);
  CHECK(same_bits(alone, together));
  CHECK(same_bits(one, two));
}

TEST_CASE("soft grains go on after a checkpoint, and cut into blocks, with the same bits") {
  const GrainSystem system = beads_in_a_cup(300);
  SoftGrains whole(system, kSoft);
  std::vector<Collision> expected = collisions_until(whole, 0.02);
  SoftGrains first(system, kSoft);
  std::vector<Collision> told = collisions_until(first, 0.0074);
  StateArchive saved;
  first.archive(saved);
  SoftGrains second(system, kSoft);
  StateArchive loaded(saved.bytes());
  second.archive(loaded);
  CHECK(loaded.is_exhausted());
  for (const double until : {0.0075, 0.0131, 0.02}) {
    const std::vector<Collision> more = collisions_until(second, until);
    told.insert(told.end(), more.begin(), more.end());
  }
  CHECK(same_bits(told, expected));
  CHECK(same_bits(second.positions(), whole.positions()));
  CHECK(same_bits(second.spins(), whole.spins()));
}

TEST_CASE("a gas of soft balls keeps its energy and collides as often as kinetic theory says") {
  const int count = 500;
  const double phi = 0.1, length_of_run = 2;
  GrainSystem system = hard_sphere_gas(count, phi, 1);
  SoftGrains gas(system, {.fastest = 6, .overlap = 0.01});
  const double energy = gas.energy();
  gas.advance(2, kNobody);  // forgets the lattice on which it began
  const auto told = static_cast<double>(collisions_until(gas, 2 + length_of_run).size());
  CHECK(gas.energy() == doctest::Approx(energy).epsilon(1e-3));
  const double n = 6 * phi / std::numbers::pi, g = (1 - phi / 2) / std::pow(1 - phi, 3);
  const double expected = count / 2.0 * 4 * n * g * std::sqrt(std::numbers::pi) * length_of_run;
  CHECK(std::abs(told - expected) < 3 * std::sqrt(expected));
}

TEST_CASE("a wall that comes up throws a ball, and what it gave is counted") {
  GrainSystem system;
  system.gravity = {};
  system.kinds = {glass_bead(0.001)};
  system.kinds[0].surface.restitution.value = 1;
  system.grains = {{.position = {0, 0, 0.0015}}};
  system.walls = {{PlaneWall{}, {.velocity = {0, 0, 0.5}}, system.kinds[0].surface}};
  SoftGrains grains(system);
  const std::vector<Collision> told = collisions_until(grains, 0.003);
  REQUIRE(told.size() == 1);
  CHECK(told[0].time == doctest::Approx(0.001).epsilon(1e-6));
  CHECK(told[0].speed == doctest::Approx(0.5));
  CHECK(grains.velocities()[0].z == doctest::Approx(1.0).epsilon(2e-3));
  CHECK(grains.energy() == doctest::Approx(grains.energy_supplied()).epsilon(5e-3));
}

TEST_CASE("a ball in the corner of a cup lies on the floor and on the side") {
  GrainSystem system;
  system.kinds = {glass_bead(0.001)};
  system.kinds[0].surface.restitution.value = 0.5;
  system.grains = {{.position = {0.0085, 0, 0.00105}}};
  system.gravity = {kGravity, 0, -kGravity};
  system.walls = {{RevolvedWall{{{0, 0}, {0.01, 0}, {0.01, 0.02}}}, {}, system.kinds[0].surface}};
  SoftGrains grains(system, {.fastest = 0.2});
  grains.advance(0.3, kNobody);
  CHECK(grains.contacts() == 2);
  CHECK(grains.positions()[0].x == doctest::Approx(0.009).epsilon(1e-3));
  CHECK(grains.positions()[0].z == doctest::Approx(0.001).epsilon(1e-3));
  const double weight = system.kinds[0].mass() * kGravity;
  CHECK(grains.force_on_wall(0).z == doctest::Approx(-weight).epsilon(0.02));
}

TEST_CASE("a ball slides over the edges between the triangles of a flat floor without a collision") {
  GrainSystem system;
  system.kinds = {glass_bead(0.001, 0)};
  MeshWall floor;
  const int cells = 12;
  const double size = 0.0011;
  for (int j = 0; j <= cells; ++j)
    for (int i = 0; i <= cells; ++i) floor.mesh.vertices.push_back({i * size, (j - cells / 2) * size, 0});
  for (int j = 0; j < cells; ++j)
    for (int i = 0; i < cells; ++i) {
      const int a = j * (cells + 1) + i, c = a + cells + 1;
      floor.mesh.triangles.push_back({a, a + 1, c + 1});
      floor.mesh.triangles.push_back({a, c + 1, c});
    }
  system.walls = {{floor, {}, system.kinds[0].surface}};
  system.grains = {{.position = {0.001, 0.0003, 0.001 - 1e-7}, .velocity = {0.1, 0.01, 0}}};
  SoftGrains grains(system, {.fastest = 0.2});
  grains.advance(0.02, kNobody);
  const std::vector<Collision> told = collisions_until(grains, 0.1);
  CHECK(told.empty());
  CHECK(grains.positions()[0].x == doctest::Approx(0.011).epsilon(1e-3));
  CHECK(std::abs(grains.velocities()[0].z) < 1e-4);
}

TEST_CASE("grains that lie still sleep until their wall moves") {
  GrainSystem system;
  system.kinds = {glass_bead(0.001, 0.5)};
  system.kinds[0].surface.restitution.value = 0.3;
  system.grains = {{.position = {0, 0, 0.001}}, {.position = {0.005, 0, 0.0011}}};
  system.walls = {{PlaneWall{}, {}, system.kinds[0].surface}};
  SoftGrains grains(system, {.fastest = 0.2});
  grains.advance(0.3, kNobody);
  CHECK(grains.asleep() == 2);
  grains.advance(1e4, kNobody);  // costs nothing
  CHECK(grains.time() == doctest::Approx(1e4));
  grains.move_wall(0, {.velocity = {0, 0, -1}});
  grains.advance(1e4 + 0.01, kNobody);
  CHECK(grains.asleep() == 0);
  CHECK(grains.velocities()[0].z == doctest::Approx(-0.01 * kGravity).epsilon(1e-3));
}

}  // namespace resound
