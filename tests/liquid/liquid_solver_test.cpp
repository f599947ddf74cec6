#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/parallel.h"
#include "liquid/liquid_taps.h"
#include "liquid/tanks.h"
#include "numerics/pi.h"
#include "numerics/random_stream.h"

namespace resound {
namespace {

// A block that is pressed and stirred, in empty space.
LiquidSystem stirred_blob() {
  LiquidSystem system;
  system.gravity = {};
  system.settings.spacing = 0.004;
  system.particles = block_of({0, 0, 0}, 10, 10, 10, 0.004);
  RandomStream random(1, 2, 3);
  for (LiquidParticle& p : system.particles) {
    p.position += 0.0004 * Vec3{random.normal(), random.normal(), random.normal()};
    p.velocity = Vec3{1, 0.5, -0.25} + 0.3 * Vec3{random.normal(), random.normal(), random.normal()};
    p.pressure = 500 * random.uniform();
  }
  return system;
}

std::vector<double> fingerprint_of(LiquidSolver& liquid) {
  std::vector<double> numbers;
  const LiquidView view = liquid.view();
  for (std::size_t i = 0; i < view.positions.size(); ++i)
    for (const Vec3& v : {view.positions[i], view.velocities[i]}) numbers.insert(numbers.end(), {v.x, v.y, v.z});
  return numbers;
}

LiquidSystem small_dam() {
  LiquidSystem system = tank_of_water(24, 12, 0.005);
  std::erase_if(system.particles, [](const LiquidParticle& p) { return p.position.x > 0.06; });
  return system;
}

}  // namespace

TEST_CASE("particles that press on each other alone keep their momentum") {
  const LiquidSystem system = stirred_blob();
  LiquidSolver liquid(system);
  const Vec3 before = liquid.momentum();
  liquid.advance(300 * liquid.step());
  const Vec3 change = liquid.momentum() - before;
  MESSAGE("relative change " << length(change) / length(before));
  CHECK(length(change) < 1e-10 * length(before));
}

TEST_CASE("a blob in free fall follows the parabola and nothing happens to it") {
  LiquidSystem system;
  system.settings.spacing = 0.004;
  system.particles = block_of({0, 0, 1}, 10, 10, 10, 0.004);
  LiquidSolver liquid(system);
  double crowding = 1;
  liquid.advance(0.3, 50, [&](const LiquidView& view) {
    for (std::size_t i = 0; i < view.positions.size(); ++i) {
      const double expected = system.particles[i].position.z - 0.5 * kGravity * view.time * view.time;
      const double fallen = system.particles[i].position.z - expected;
      CHECK(std::abs(view.positions[i].z - expected) <= 1e-3 * fallen + 1e-9);
      CHECK(view.wall[i] == -1);
    }
    crowding = std::min(crowding, static_cast<double>(view.crowding[555]));
  });
  CHECK(crowding == doctest::Approx(1).epsilon(0.1));
}

TEST_CASE("no particle of a splash is lost and the liquid's energy never grows") {
  LiquidSolver liquid(small_dam());
  double energy = liquid.energy(), grown = 0;
  liquid.advance(0.6, 20, [&](const LiquidView& view) {
    for (const Vec3& p : view.positions) {
      CHECK(p.z > 0);
      CHECK(p.x > 0);
      CHECK(p.x < 0.12);
    }
    const double now = liquid.energy();
    grown = std::max(grown, now - energy);
    energy = now;
  });
  MESSAGE("grew by " << grown / liquid.energy_supplied() << " of its energy at most");
  CHECK(grown < 1e-4 * liquid.energy_supplied());
  CHECK(liquid.gone() == 0);
  CHECK(liquid.count() == small_dam().particles.size());
}

TEST_CASE("one thread and two give the same liquid bit for bit") {
  const auto run = [](int threads) {
    const ThreadLimit limit(threads);
    LiquidSolver liquid(small_dam());
    liquid.advance(0.1);
    return fingerprint_of(liquid);
  };
  CHECK(run(1) == run(2));
}

TEST_CASE("a resumed liquid goes on bit for bit") {
  LiquidSystem system = small_dam();
  system.balls.push_back({.radius = 0.012, .density = 700, .position = {0.09, 0.015, 0.05}, .velocity = {}});
  system.taps.push_back({.position = {0.1, 0.015, 0.1}, .radius = 0.008, .speed = 0.5});
  LiquidSolver whole(system), first(system), second(system);
  whole.advance(0.15);
  first.advance(0.0712);
  StateArchive saved;
  first.archive(saved);
  StateArchive loaded(saved.bytes());
  second.archive(loaded);
  second.advance(0.15);
  CHECK(fingerprint_of(whole) == fingerprint_of(second));
  CHECK(whole.ball(0).position == second.ball(0).position);
  CHECK(whole.energy() == second.energy());
}

TEST_CASE("a step above the stable one is refused, and the stable one is told") {
  LiquidSystem system = small_dam();
  const double stable = stable_liquid_step(system.settings);
  system.settings.step = 1.02 * stable;
  CHECK_THROWS_WITH_AS(LiquidSolver{system},
                       doctest::Contains(fmt::format("too long for this liquid; {:.4g} s is stable", stable).c_str()),
                       InputError);
  system.settings.step = 0.98 * stable_liquid_step(system.settings);
  CHECK_NOTHROW(LiquidSolver{system});
}

TEST_CASE("a tap pours what its mouth and speed say") {
  LiquidSystem system;
  system.settings.spacing = 0.002;
  system.taps.push_back({.position = {0, 0, 0.5}, .radius = 0.006, .speed = 0.8});
  LiquidSolver liquid(system);
  liquid.advance(0.2);
  const double poured = static_cast<double>(liquid.count()) * 8e-9, layer = 0.002 * 0.8 * 1e-3;
  CHECK(poured == doctest::Approx(system.taps[0].flow() * 0.2).epsilon(0.01 + layer));
  const LiquidView view = liquid.view();
  double slowest = 1e300;
  for (const Vec3& v : view.velocities) slowest = std::min(slowest, -v.z);
  CHECK(slowest > 0.7);
}

TEST_CASE("a drop of any size has its volume to half a particle, and one particle at least") {
  for (double radius = 0.3; radius < 4; radius += 0.01) {
    const double volume = 4 * kPi / 3 * radius * radius * radius;
    const auto places = ball_of_liquid(radius, 1);
    CHECK(std::abs(static_cast<double>(places.size()) - std::max(1.0, volume)) <= 0.5);
    double farthest = 0;
    for (const Vec3& place : places) farthest = std::max(farthest, length(place));
    CHECK(farthest < radius + 0.6);
  }
}

TEST_CASE("what leaves the bounds is gone and counted") {
  LiquidSystem system;
  system.settings.spacing = 0.004;
  system.particles = block_of({0, 0, 0.1}, 5, 5, 5, 0.004);
  system.bounds = {{-0.1, -0.1, 0}, {0.1, 0.1, 0.2}};
  LiquidSolver liquid(system);
  liquid.advance(0.3);
  CHECK(liquid.gone() == 125);
  CHECK(liquid.count() == 0);
  CHECK(!is_finite(liquid.view().positions[7]));
}

TEST_CASE("a lone drop stays on the floor that it falls on, and slides along it freely") {
  LiquidSystem system = tank_of_water(24, 12, 0.005);
  system.particles = {{.position = {0.03, 0.015, 0.02}, .velocity = {0.5, 0, -2}}};
  LiquidSolver liquid(system);
  double highest = 0;
  for (double time = 0.02; time < 0.1; time += 0.0005) {
    liquid.advance(time);
    const LiquidView view = liquid.view();
    CHECK(view.positions[0].z > 0);
    CHECK(view.velocities[0].x == doctest::Approx(0.5).epsilon(0.02));
    highest = std::max(highest, view.positions[0].z);
  }
  MESSAGE("bounced up to " << highest << " m");
  CHECK(highest < 0.005);
}

}  // namespace resound
