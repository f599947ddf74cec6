#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "grain/grain_scenes.h"

namespace resound {
namespace {

using std::numbers::pi;

GrainSystem one_ball(const Wall& wall, const Grain& grain, double radius = 0.001) {
  GrainSystem system;
  system.kinds = {glass_bead(radius)};
  system.kinds[0].surface = wall.surface;
  system.grains = {grain};
  system.walls = {wall};
  return system;
}

std::vector<Collision> collisions(EventDrivenGrains& grains, double until) {
  std::vector<Collision> found;
  grains.advance(until, [&](const Collision& c) { found.push_back(c); });
  return found;
}

TriangleMesh sheet(double half) {
  return {{{-half, -half, 0}, {half, -half, 0}, {half, half, 0}, {-half, half, 0}}, {{0, 1, 2}, {0, 2, 3}}};
}

}  // namespace

TEST_CASE("a dropped ball bounces at the times of the closed form and is still after all of them") {
  const double e = 0.8, height = 0.05, fall = std::sqrt(2 * height / kGravity);
  const Wall floor{PlaneWall{}, {}, {.restitution = {e}}};
  EventDrivenGrains grains(one_ball(floor, {.position = {0, 0, 0.001 + height}}),
                           {.slow_speed = 1e-5, .told_speed = 1e-4});
  const double total = fall * (1 + e) / (1 - e);
  const std::vector<Collision> bounces = collisions(grains, total + 0.001);
  REQUIRE(bounces.size() > 30);
  double time = fall, speed = kGravity * fall;
  for (const Collision& bounce : bounces) {
    CHECK(std::abs(bounce.time - time) < 1e-12);
    CHECK(bounce.speed == doctest::Approx(speed).epsilon(1e-9));
    speed *= e;
    time += 2 * speed / kGravity;
  }
  CHECK(grains.asleep() == 1);  // a millisecond after the last of infinitely many bounces
  CHECK(std::abs(grains.positions()[0].z - 0.001) < 1e-9);
}

TEST_CASE("a ball that slides ends up rolling at five sevenths of its speed") {
  const Wall floor{PlaneWall{}, {}, {.restitution = {0.7}, .friction = 0.3, .tangential_restitution = 0.2}};
  EventDrivenGrains grains(one_ball(floor, {.position = {0, 0, 0.001}, .velocity = {1, 0, 0}}));
  grains.advance(2 / (7 * 0.3 * kGravity) * 0.9, kNobody);
  CHECK(grains.velocities()[0].x > 5.0 / 7 + 0.01);  // still sliding: that takes 2 v / 7 mu g
  grains.advance(0.3, kNobody);
  CHECK(grains.velocities()[0].x == doctest::Approx(5.0 / 7).epsilon(0.002));
  CHECK(grains.spins()[0].y * 0.001 == doctest::Approx(5.0 / 7).epsilon(0.002));
}

TEST_CASE("a ball bounces on a disc of revolution and on a mesh as on the plane") {
  const GrainSurface surface{.restitution = {0.9}, .friction = 0.25, .tangential_restitution = 0.3};
  const Pose tilted{{0.01, -0.02, 0.03}, rotation_about({1, 2, 0.5}, 0.2)};
  const Grain ball{.position = {0.008, -0.018, 0.06}, .velocity = {0.05, -0.02, 0.1}, .spin = {30, -20, 50}};
  const auto run = [&](const WallShape& shape) {
    EventDrivenGrains grains(one_ball({shape, {.pose = tilted}, surface}, ball), {.slow_speed = 1e-4});
    return collisions(grains, 0.8);
  };
  const std::vector<Collision> plane = run(PlaneWall{});
  REQUIRE(plane.size() > 4);
  for (const auto& other : {run(RevolvedWall{{{0, 0}, {2, 0}}}), run(MeshWall{sheet(2)})}) {
    REQUIRE(other.size() == plane.size());
    for (std::size_t i = 0; i < plane.size(); ++i) {
      CHECK(std::abs(other[i].time - plane[i].time) < 1e-9);
      CHECK(length(other[i].place - plane[i].place) < 1e-9);
      CHECK(length(other[i].normal - plane[i].normal) < 1e-9);
      CHECK(std::abs(other[i].speed - plane[i].speed) < 1e-8);
      CHECK(other[i].second == wall_as_body(0));
    }
  }
}

TEST_CASE("inside a cylinder a ball goes around on equal chords") {
  const double inner = 0.02 - 0.001, aside = 0.017, speed = 0.5;  // [m], [m], [m/s]
  const Wall tube{RevolvedWall{{{0.02, -1}, {0.02, 1}}}, {}, {.restitution = {1}, .friction = 0}};
  GrainSystem system = one_ball(tube, {.position = {0, aside, 0}, .velocity = {speed, 0, 0}});
  system.gravity = {};
  EventDrivenGrains grains(system);
  const double half_chord = std::sqrt(inner * inner - aside * aside);
  const std::vector<Collision> hits = collisions(grains, 2);
  REQUIRE(hits.size() > 40);
  for (std::size_t i = 0; i < hits.size(); ++i) {
    CHECK(std::abs(hits[i].time - (2.0 * static_cast<double>(i) + 1) * half_chord / speed) < 1e-9);
    CHECK(hits[i].speed == doctest::Approx(speed * half_chord / inner).epsilon(1e-9));
  }
}

TEST_CASE("a ball that falls past the rim of a cup meets the rim itself") {
  const double rim = 0.02, off = 0.0006, radius = 0.001;  // [m]
  const Wall cup{RevolvedWall{{{0, -0.03}, {rim, -0.03}, {rim, 0}}}, {}, {.restitution = {1}, .friction = 0}};
  for (const double side : {-1.0, 1.0}) {
    EventDrivenGrains grains(one_ball(cup, {.position = {rim + side * off, 0, 0.02}}, radius));
    const std::vector<Collision> hits = collisions(grains, 0.08);
    REQUIRE(!hits.empty());
    const double drop = 0.02 - std::sqrt(radius * radius - off * off);
    CHECK(hits[0].time == doctest::Approx(std::sqrt(2 * drop / kGravity)).epsilon(1e-9));
    CHECK(length(hits[0].place - Vec3{rim, 0, 0}) < 1e-9);
  }
}

TEST_CASE("a moving wall throws a ball at its own speed and once more times the restitution") {
  const double e = 0.6, v = 0.7;
  Wall paddle{
      PlaneWall{}, {.pose = {{}, rotation_about({0, 1, 0}, pi / 2)}, .velocity = {v, 0, 0}}, {.restitution = {e}}};
  GrainSystem system = one_ball(paddle, {.position = {0.101, 0, 0}});
  system.gravity = {};
  EventDrivenGrains grains(system);
  const std::vector<Collision> hits = collisions(grains, 1);
  REQUIRE(hits.size() == 1);
  CHECK(hits[0].time == doctest::Approx(0.1 / v).epsilon(1e-12));
  CHECK(hits[0].speed == doctest::Approx(v).epsilon(1e-12));
  CHECK(grains.velocities()[0].x == doctest::Approx((1 + e) * v).epsilon(1e-12));
}

TEST_CASE("a wall that turns hits a ball with the speed of the place where it hits") {
  const double omega = 2, arm = 0.3, radius = 0.001;
  const GrainSurface elastic{.restitution = {1}, .friction = 0};
  // A plane through the origin that turns about y: the ball at distance `arm` is met when its lever has come up to it.
  for (const WallShape& shape : {WallShape{PlaneWall{}}, WallShape{MeshWall{sheet(0.5)}}}) {
    const Pose below{{}, rotation_about({0, 1, 0}, 0.4)};
    const Wall paddle{shape, {.pose = below, .angular_velocity = {0, -omega, 0}}, elastic};
    GrainSystem system = one_ball(paddle, {.position = {arm, 0, 0}}, radius);
    system.gravity = {};
    EventDrivenGrains grains(system);
    const std::vector<Collision> hits = collisions(grains, 0.25);
    REQUIRE(hits.size() == 1);
    const double angle = std::asin(radius / arm);  // between the plane and the line to the ball
    CHECK(hits[0].time == doctest::Approx((0.4 - angle) / omega).epsilon(1e-9));
    CHECK(hits[0].speed == doctest::Approx(omega * arm * std::cos(angle)).epsilon(1e-9));
    CHECK(grains.energy() == doctest::Approx(grains.energy_supplied()).epsilon(1e-9));
  }
}

TEST_CASE("balls shaken in a closed turning drum never leave it") {
  GrainSystem system;
  system.kinds = {glass_bead(0.002)};
  const double r = 0.02, h = 0.02;
  system.walls = {{RevolvedWall{{{0, -h}, {r, -h}, {r, h}, {0, h}}}, {}, glass_bead(0.002).surface}};
  for (int i = 0; i < 27; ++i)
    system.grains.push_back({.position = {0.006 * (i % 3 - 1), 0.006 * (i / 3 % 3 - 1), 0.006 * (i / 9 - 1)}});
  EventDrivenGrains grains(system);
  WallMotion motion;
  double most = 0;
  for (int block = 0; block < 300; ++block) {
    const double t = 0.001 * block;
    motion.velocity = {0.8 * std::cos(30 * t), 0, 0.5 * std::sin(50 * t)};
    motion.angular_velocity = {12 * std::sin(20 * t), 5, 0};
    grains.move_wall(0, motion);
    grains.advance(t + 0.001, kNobody);
    motion.pose.position += 0.001 * motion.velocity;
    motion.pose.rotation =
        rotation_about(motion.angular_velocity, 0.001 * length(motion.angular_velocity)) * motion.pose.rotation;
    for (const Vec3& p : grains.positions()) {
      const Vec3 local = motion.pose.to_local(p);
      most = std::max({most, std::hypot(local.x, local.y) + 0.002 - r, std::abs(local.z) + 0.002 - h});
    }
  }
  CHECK(grains.collisions() > 500);
  CHECK(most < 1e-9 * 0.004);
  CHECK(least_gap(system, grains) > -1e-9);
}

}  // namespace resound
