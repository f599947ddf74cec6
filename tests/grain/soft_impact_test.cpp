#include <doctest/doctest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "grain/soft_grains.h"

using namespace resound;

namespace {

GrainKind glass(double restitution = 0.9, double friction = 0.3) {
  GrainKind kind{.radius = 0.001, .density = 2520, .youngs_modulus = 7.2e10, .poisson_ratio = 0.22};
  kind.surface.restitution.value = restitution;
  kind.surface.friction = friction;
  return kind;
}

GrainSystem system_of(const GrainKind& kind, std::vector<Grain> grains) {
  return {.kinds = {kind}, .grains = std::move(grains), .walls = {}, .gravity = {}};
}

GrainSystem head_on(const GrainKind& kind, double speed) {
  return system_of(kind, {{.position = {-0.0012, 0, 0}, .velocity = {speed / 2, 0, 0}},
                          {.position = {0.0012, 0, 0}, .velocity = {-speed / 2, 0, 0}}});
}

Wall floor_of(const GrainKind& kind) { return {PlaneWall{}, {}, kind.surface}; }

std::vector<Collision> collisions_of(SoftGrains& grains, double until) {
  std::vector<Collision> all;
  grains.advance(until, [&](const Collision& c) { all.push_back(c); });
  return all;
}

Vec3 momentum(SoftGrains& grains, const GrainSystem& system) {
  Vec3 sum;
  for (std::size_t i = 0; i < system.grains.size(); ++i)
    sum += system.kinds[system.grains[i].kind].mass() * grains.velocities()[i];
  return sum;
}

Vec3 angular_momentum(SoftGrains& grains, const GrainSystem& system) {
  Vec3 sum;
  for (std::size_t i = 0; i < system.grains.size(); ++i) {
    const GrainKind& kind = system.kinds[system.grains[i].kind];
    sum += kind.mass() * cross(grains.positions()[i], grains.velocities()[i]);
    sum += 0.4 * kind.mass() * kind.radius * kind.radius * grains.spins()[i];
  }
  return sum;
}

}  // namespace

TEST_CASE("true glass balls that meet head-on press as hard and as long as Hertz says") {
  // hertz_contact.csv, glass1-glass1: 1 m/s, 5.96581543e-06 s, 3.25484433 N
  const GrainSystem system = head_on(glass(1), 1);
  SoftGrains grains(system, {.steps_per_contact = 200, .stiffness = 1, .step = 5.96581543e-06 / 200});
  double duration = 0, hardest = 0;
  Vec3 before = grains.velocities()[0];
  for (int i = 1; grains.time() < 4.5e-4; ++i) {
    collisions_of(grains, i * grains.step());
    if (grains.contacts() > 0) duration += grains.step();
    hardest = std::max(hardest, length(grains.velocities()[0] - before) / grains.step() * system.kinds[0].mass());
    before = grains.velocities()[0];
  }
  CHECK(duration == doctest::Approx(5.96581543e-06).epsilon(0.01));
  CHECK(hardest == doctest::Approx(3.25484433).epsilon(0.002));
}

TEST_CASE("a stiff kind of which there are no grains does not shorten the step") {
  GrainKind plastic = glass();
  plastic.youngs_modulus = 3e9;
  const GrainSystem alone = head_on(plastic, 1);
  GrainSystem with_glass = alone;
  with_glass.kinds.push_back(glass());
  const double step = SoftGrains(alone, {}).step();
  CHECK(SoftGrains(with_glass, {}).step() == step);
  with_glass.grains.push_back({.kind = 1, .position = {0, 0.01, 0}});
  CHECK(SoftGrains(with_glass, {}).step() < step / 3);
}

TEST_CASE("balls part with the restitution of their kind, at every speed and from a wall too") {
  for (const double e : {0.5, 0.8, 0.95})
    for (const double speed : {0.01, 0.3, 2.0}) {
      CAPTURE(e);
      CAPTURE(speed);
      SoftGrains pair(head_on(glass(e), speed));
      collisions_of(pair, 0.001 / speed);
      CHECK((pair.velocities()[1].x - pair.velocities()[0].x) / speed == doctest::Approx(e).epsilon(0.01));

      GrainSystem system = system_of(glass(e), {{.position = {0, 0, 0.0011}, .velocity = {0, 0, -speed}}});
      system.walls = {floor_of(glass(e))};
      SoftGrains ball(system);
      collisions_of(ball, 0.0005 / speed);
      CHECK(ball.velocities()[0].z / speed == doctest::Approx(e).epsilon(0.01));
    }
}

TEST_CASE("grains whose restitution falls with speed have it at the speed where it was measured") {
  GrainKind kind = glass(0.8);
  kind.surface.restitution.reference = 0.5;
  for (const double speed : {0.05, 0.5, 2.0}) {
    CAPTURE(speed);
    SoftGrains pair(head_on(kind, speed));
    collisions_of(pair, 0.001 / speed);
    const double e = (pair.velocities()[1].x - pair.velocities()[0].x) / speed;
    CHECK(e == doctest::Approx(kind.surface.restitution.at(speed)).epsilon(speed == 0.5 ? 0.01 : 0.03));
  }
}

TEST_CASE("a collision is told with the speed, the instant and the place of first touch") {
  GrainSystem system = system_of(glass(), {{.position = {-0.003, 0.0004, 0}, .velocity = {0.7, 0, 0}},
                                           {.position = {0.003, -0.0004, 0}, .velocity = {-0.4, 0, 0}}});
  SoftGrains pair(system);
  const std::vector<Collision> told = collisions_of(pair, 0.02);
  REQUIRE(told.size() == 1);
  const double across = 0.0008, along = std::sqrt(0.002 * 0.002 - across * across);
  const double time = (0.006 - along) / 1.1;
  CHECK(told[0].time == doctest::Approx(time).epsilon(1e-6));
  CHECK(told[0].speed == doctest::Approx(1.1 * along / 0.002).epsilon(1e-6));
  CHECK(told[0].normal.y == doctest::Approx(-across / 0.002).epsilon(1e-6));
  CHECK(told[0].place.y == doctest::Approx(0).epsilon(1e-9));
  CHECK(told[0].place.x == doctest::Approx(-0.003 + 0.7 * time + along / 2).epsilon(1e-6));
  CHECK(told[0].first == 0);
  CHECK(told[0].second == 1);

  GrainSystem drop = system_of(glass(), {{.position = {0, 0, 0.011}}});
  drop.gravity = {0, 0, -kGravity};
  drop.walls = {floor_of(glass())};
  SoftGrains ball(drop);
  const std::vector<Collision> hits = collisions_of(ball, 0.13);
  const double fall = std::sqrt(2 * 0.01 / kGravity);
  REQUIRE(hits.size() == 2);
  CHECK(hits[0].time == doctest::Approx(fall).epsilon(1e-3));
  CHECK(hits[0].speed == doctest::Approx(kGravity * fall).epsilon(1e-3));
  CHECK(hits[0].second == wall_as_body(0));
  CHECK(hits[1].time == doctest::Approx(fall * (1 + 2 * 0.9)).epsilon(2e-3));
}

TEST_CASE("an oblique impact with grip and spin keeps momentum and angular momentum") {
  GrainKind small = glass();
  small.radius = 0.0007;
  GrainSystem system =
      system_of(glass(), {{.position = {-0.002, 0.0005, 0}, .velocity = {1, 0.2, 0.1}, .spin = {30, -200, 500}},
                          {.position = {0.002, -0.0003, 0.0002}, .velocity = {-0.6, 0, 0}}});
  system.kinds.push_back(small);
  system.grains[1].kind = 1;
  SoftGrains pair(system);
  const Vec3 p = momentum(pair, system), l = angular_momentum(pair, system);
  const Vec3 spin = pair.spins()[0];
  CHECK(collisions_of(pair, 0.006).size() == 1);
  CHECK(length(pair.spins()[0] - spin) > 10);
  CHECK(length(momentum(pair, system) - p) < 1e-13 * length(p));
  CHECK(length(angular_momentum(pair, system) - l) < 2e-3 * length(l));
}

TEST_CASE("a ball that slides on a floor ends up rolling with five sevenths of its speed") {
  GrainSystem system = system_of(glass(0.5, 0.3), {{.position = {0, 0, 0.001}, .velocity = {0.1, 0, 0}}});
  system.gravity = {0, 0, -kGravity};
  system.walls = {floor_of(glass(0.5, 0.3))};
  SoftGrains ball(system, {.fastest = 0.2});
  collisions_of(ball, 0.05);
  CHECK(ball.velocities()[0].x == doctest::Approx(5.0 / 7 * 0.1).epsilon(1e-3));
  CHECK(ball.spins()[0].y * 0.001 == doctest::Approx(ball.velocities()[0].x).epsilon(1e-3));
  const double way = ball.positions()[0].x;
  collisions_of(ball, 0.06);
  CHECK(ball.positions()[0].x - way == doctest::Approx(0.01 * ball.velocities()[0].x).epsilon(2e-3));
}
