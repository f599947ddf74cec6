#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "base/parallel.h"
#include "base/state_archive.h"
#include "grain/clump.h"
#include "grain/soft_grains.h"

namespace resound {

using std::numbers::pi;

TEST_CASE("two balls that overlap have the volume and the moments of two balls less those of the lens") {
  // Of radius 1 at z = -d and d: each is a ball cut at z = 0. Per half, with z measured from the cut,
  //   V = integral of pi (1 - (z - d)^2) over z from 0 to 1 + d, and so on for z^2 and the disc's own r^2/4.
  const double d = 0.6;
  const auto integral = [&](auto f) {
    constexpr int n = 20000;
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += f((i + 0.5) * (1 + d) / n) * (1 + d) / n;
    return sum;
  };
  const auto disc = [&](double z) { return 1 - (z - d) * (z - d); };  // radius squared
  const double volume = 2 * integral([&](double z) { return pi * disc(z); });
  CHECK(volume == doctest::Approx(2 * (4 * pi / 3 - pi * (1 - d) * (1 - d) * (2 + d) / 3)));  // less a cap each
  const double zz = 2 * integral([&](double z) { return pi * disc(z) * z * z; });
  const double xx = 2 * integral([&](double z) { return pi * disc(z) * disc(z) / 4; });

  const Vec3 axis = normalized(Vec3{1, -2, 0.5}), middle{0.3, 0.1, -2};
  const GrainKind kind = clump({.density = 2}, {{middle - d * axis, 1}, {middle + d * axis, 1}});
  CHECK(kind.mass() == doctest::Approx(2 * volume).epsilon(1e-4));
  CHECK(length(kind.balls[0].offset + kind.balls[1].offset) < 1e-3);
  CHECK(length(kind.balls[0].offset) == doctest::Approx(d).epsilon(1e-3));
  std::vector<double> moments{kind.inertia.x, kind.inertia.y, kind.inertia.z};
  std::sort(moments.begin(), moments.end());
  CHECK(moments[0] == doctest::Approx(2 * xx / volume).epsilon(1e-3));
  CHECK(moments[1] == doctest::Approx((xx + zz) / volume).epsilon(1e-3));
  CHECK(moments[2] == doctest::Approx((xx + zz) / volume).epsilon(1e-3));
}

TEST_CASE("balls apart have the moments of point masses and of balls, about the axes that they lie along") {
  const GrainKind kind = clump({}, {{{2, 0, 0}, 1}, {{-2, 0, 0}, 1}, {{0, 3, 0}, 1}, {{0, -3, 0}, 1}});
  CHECK(kind.mass() == doctest::Approx(4 * 4 * pi / 3 * kind.density).epsilon(1e-4));
  CHECK(kind.inertia.x == doctest::Approx(0.4 + 4.5).epsilon(1e-3));
  CHECK(kind.inertia.y == doctest::Approx(0.4 + 2).epsilon(1e-3));
  CHECK(kind.inertia.z == doctest::Approx(0.4 + 6.5).epsilon(1e-3));
}

TEST_CASE("a disc, a die and a pebble of balls have about the size they were asked for") {
  const GrainKind disc = clump({}, disc_balls(0.004, 0.001));
  const double rim = 0.0015;  // a cylinder and half a torus around it
  CHECK(disc.mass() / disc.density < pi * rim * rim * 0.001 + pi * pi * 0.0005 * 0.0005 * rim + 4.2 * 1.25e-10);
  CHECK(disc.mass() / disc.density > 0.8 * pi * rim * rim * 0.001);
  const GrainKind die = clump({}, cube_balls(0.016, 0.002));
  CHECK(die.mass() / die.density == doctest::Approx(0.016 * 0.016 * 0.016).epsilon(0.15));
  CHECK(die.inertia.x == doctest::Approx(die.inertia.z).epsilon(1e-3));
  const GrainKind pebble = clump({}, pebble_balls(0.01, 7));
  CHECK(2 * pebble.radius < 0.01);
  CHECK(2 * pebble.radius > 0.006);
}

TEST_CASE("a clump that spins freely keeps its angular momentum and its energy") {
  GrainSystem system;
  system.gravity = {};
  system.kinds = {clump({}, {{{0.001, 0, 0}, 0.001}, {{-0.001, 0, 0}, 0.001}, {{0, 0.0015, 0.0003}, 0.0005}})};
  system.grains = {{.spin = {300, 10, -40}, .rotation = rotation_about({1, 2, 3}, 0.7)}};
  SoftGrains grains(system);
  const Vec3 inertia = system.kinds[0].inertia;
  const auto momentum = [&] {
    const Rotation q = grains.rotations()[0];
    const Vec3 w = q.inverse() * grains.spins()[0];
    return q * Vec3{inertia.x * w.x, inertia.y * w.y, inertia.z * w.z};
  };
  const Vec3 before = momentum(), spin = grains.spins()[0];
  const double energy = grains.energy();
  grains.advance(0.1, [](const Collision&) {});
  CHECK(length(grains.spins()[0] - spin) > 10);  // it tumbles
  CHECK(length(momentum() - before) < 1e-12 * length(before));
  CHECK(grains.energy() == doctest::Approx(energy).epsilon(1e-6));
}

namespace {

GrainKind plastic_disc(double restitution) {
  GrainKind plastic{.density = 1400, .youngs_modulus = 3e9, .poisson_ratio = 0.38};
  plastic.surface.restitution.value = restitution;
  return clump(plastic, disc_balls(0.004, 0.001));
}

// What blows told of give to the second, or take from the first. [N s]
Vec3 impulse_of(const Collision& c, const GrainKind& kind, double mass) {
  return mass * (1 + kind.surface.restitution.value) * c.speed * c.normal;
}

}  // namespace

TEST_CASE("what is told of a disc that lands gives the floor the momentum that it loses, however many balls touch") {
  for (const double tilt : {0.0, 0.05, 0.4, 1.2})
    for (const bool among_beads : {false, true}) {
      CAPTURE(tilt);
      CAPTURE(among_beads);
      GrainSystem system;
      GrainKind bead{.radius = 0.001};  // stiff and light: its contacts are far shorter than the disc's
      system.kinds = {plastic_disc(0.6), bead};
      GrainSurface floor = system.kinds[0].surface;
      floor.restitution.value = 0.8;
      system.walls = {{PlaneWall{}, {}, floor}};
      system.grains = {
          {.position = {0, 0, 0.0025}, .velocity = {0, 0, -1.5}, .rotation = rotation_about({1, 0.3, 0}, tilt)}};
      if (among_beads) system.grains.push_back({.kind = 1, .position = {0.1, 0, 0.1}});
      SoftGrains grains(system, {.overlap = 0.03, .steps_per_contact = 16});
      const double mass = system.kinds[0].mass(), before = grains.velocities()[0].z, e = std::sqrt(0.6 * 0.8);
      double given = 0;
      int told = 0;
      grains.advance(0.004, [&](const Collision& c) { given -= mass * (1 + e) * c.speed * c.normal.z, ++told; });
      const double lost = mass * (grains.velocities()[0].z - before + 9.81 * 0.004);
      CHECK(told > 0);
      CHECK(told < 12);  // and not one for each ball that touched
      CHECK(given == doctest::Approx(lost).epsilon(0.02));
    }
}

TEST_CASE("a disc that stays on the floor is told of while it lands and no more when it lies") {
  GrainSystem system;
  system.kinds = {plastic_disc(0.3)};
  system.walls = {{PlaneWall{}, {}, system.kinds[0].surface}};
  system.grains = {{.position = {0, 0, 0.0015}, .velocity = {0, 0, -0.5}, .rotation = rotation_about({1, 0, 0}, 0.1)}};
  SoftGrains grains(system, {.overlap = 0.03, .steps_per_contact = 16});
  const double mass = system.kinds[0].mass();
  double landing = 0, lying = 0;
  grains.advance(
      0.3, [&](const Collision& c) { (c.time < 0.1 ? landing : lying) -= impulse_of(c, system.kinds[0], mass).z; });
  CHECK(landing > 0.5 * mass);
  CHECK(lying < 0.05 * mass * 9.81 * 0.2);  // of what the floor bears
}

TEST_CASE("discs are told of with the same bits on one thread and on two, and after a checkpoint") {
  GrainSystem system;
  system.kinds = {plastic_disc(0.5)};
  system.walls = {{PlaneWall{}, {}, system.kinds[0].surface}};
  for (int i = 0; i < 48; ++i)
    system.grains.push_back({.position = {0.005 * (i % 4), 0.005 * (i / 4 % 4), 0.003 + 0.005 * (i / 16)},
                             .velocity = {0, 0, -0.5},
                             .rotation = rotation_about({1, 0.2 * i, 0.5}, 0.7 * i)});
  const SoftSettings settings{.overlap = 0.03, .steps_per_contact = 16};
  std::vector<Collision> told;
  const auto note = [&](const Collision& c) { told.push_back(c); };
  const auto run = [&](int threads, bool is_cut) {
    told.clear();
    const ThreadLimit limit(threads);
    SoftGrains grains(system, settings);
    grains.advance(0.01, note);
    if (!is_cut) {
      grains.advance(0.02, note);
      return told;
    }
    StateArchive saved;
    grains.archive(saved);
    SoftGrains after(system, settings);
    StateArchive loaded{saved.bytes()};
    after.archive(loaded);
    after.advance(0.02, note);
    return told;
  };
  const auto is_same = [](const std::vector<Collision>& a, const std::vector<Collision>& b) {
    return std::ranges::equal(a, b, [](const Collision& c, const Collision& d) {
      return c.time == d.time && c.speed == d.speed && c.place == d.place && c.normal == d.normal &&
             c.first == d.first && c.second == d.second;
    });
  };
  const std::vector<Collision> one = run(1, false);
  CHECK(one.size() > 50);
  CHECK(is_same(run(2, false), one));
  CHECK(is_same(run(1, true), one));
}

TEST_CASE("what is told of two discs that meet in flight is the impulse between them, where it acts") {
  GrainSystem system;
  system.gravity = {};
  system.kinds = {plastic_disc(0.7)};
  system.grains = {{.velocity = {0, 0, 1}, .rotation = rotation_about({1, 0, 0}, 0.3)},
                   {.position = {0.001, 0.0005, 0.004}, .rotation = rotation_about({0, 1, 0}, 0.2)}};
  SoftGrains grains(system, {.overlap = 0.03, .steps_per_contact = 16});
  const double mass = system.kinds[0].mass();
  Vec3 given;
  bool is_between = true;
  grains.advance(0.006, [&](const Collision& c) {
    given += impulse_of(c, system.kinds[0], mass / 2);
    is_between = is_between && c.first == 0 && c.second == 1 && std::abs(c.place.x) < 0.004 && c.place.z > 0;
  });
  const Vec3 got = mass * grains.velocities()[1];
  CHECK(is_between);
  CHECK(length(got) > 0.3 * mass);
  CHECK(given.z == doctest::Approx(got.z).epsilon(0.05));  // friction has a share in it
}

TEST_CASE("a die that is dropped comes to lie flat on one of its faces") {
  GrainSystem system;
  GrainKind plastic{.density = 1200, .youngs_modulus = 3e9, .poisson_ratio = 0.35};
  plastic.surface.restitution.value = 0.5;
  system.kinds = {clump(plastic, cube_balls(0.016, 0.002))};
  system.walls = {{PlaneWall{}, {}, plastic.surface}};
  system.grains = {{.position = {0, 0, 0.03}, .spin = {20, 5, -10}, .rotation = rotation_about({1, 2, 3}, 0.7)}};
  SoftGrains grains(system, {.fastest = 1, .overlap = 0.02});
  int told = 0;
  grains.advance(0.6, [&](const Collision& c) { told += c.speed > 0.05; });
  CHECK(told > 1);  // it bounces
  CHECK(grains.positions()[0].z == doctest::Approx(0.008).epsilon(0.01));
  double most = 0;  // how well one of its axes points up
  for (const Vec3& axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
    most = std::max(most, std::abs((grains.rotations()[0] * axis).z));
  CHECK(most > 0.999);
}

}  // namespace resound
