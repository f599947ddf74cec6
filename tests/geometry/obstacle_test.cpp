#include "geometry/obstacle.h"

#include <doctest/doctest.h>

#include <numbers>

using namespace resound;

namespace {

constexpr double kTiny = 1e-12;

Obstacle box(int object, const Vec3& half_size, const Pose& pose = {}) { return {object, BoxForm{half_size}, pose}; }
Obstacle cylinder(int object, double half_length, double radius, const Pose& pose = {}) {
  return {object, CylinderForm{half_length, radius}, pose};
}

void check_near(const Vec3& a, const Vec3& b, double tolerance = kTiny) { CHECK(length(a - b) < tolerance); }

}  // namespace

TEST_CASE("a drop that falls onto a box meets its upper face at the closed-form distance") {
  const Obstacles obstacles{box(3, {0.25, 0.02, 0.005}, {{0.1, 0, 0.8}, {}})};
  const auto hit = first_hit(obstacles, {0.3, 0.01, 2.0}, {0, 0, -1});
  REQUIRE(hit);
  CHECK(hit->distance == doctest::Approx(2.0 - 0.805).epsilon(kTiny));
  CHECK(hit->object == 3);
  check_near(hit->normal, {0, 0, 1});
  check_near(hit->position, {0.3, 0.01, 0.805});
  CHECK_FALSE(first_hit(obstacles, {0.36, 0.01, 2.0}, {0, 0, -1}));  // beside the end
  CHECK_FALSE(first_hit(obstacles, {0.3, 0.01, 0.7}, {0, 0, -1}));   // already below
}

TEST_CASE("a slanting ray meets a turned box where the plane of its face is") {
  const double angle = 0.3;  // [rad] about y: the upper face tilts
  const Pose pose{{0.2, -0.1, 0.5}, rotation_about({0, 1, 0}, angle)};
  const Vec3 normal = pose.rotation * Vec3{0, 0, 1};
  const Vec3 origin{0.25, -0.1, 2}, direction = normalized({0.05, 0.02, -1});
  const double expected = dot(pose.to_world({0, 0, 0.01}) - origin, normal) / dot(direction, normal);
  const auto hit = first_hit({box(0, {0.5, 0.5, 0.01}, pose)}, origin, direction);
  REQUIRE(hit);
  CHECK(hit->distance == doctest::Approx(expected).epsilon(1e-12));
  check_near(hit->normal, normal);
}

TEST_CASE("a ray across a cylinder meets it at the root of the quadratic, with the radial normal") {
  const double radius = 0.02, offset = 0.012;  // [m]
  const auto hit = first_hit({cylinder(1, 0.3, radius)}, {0.1, offset, 1}, {0, 0, -1});
  REQUIRE(hit);
  const double top = std::sqrt(radius * radius - offset * offset);
  CHECK(hit->distance == doctest::Approx(1 - top).epsilon(1e-12));
  check_near(hit->normal, {0, offset / radius, top / radius});
  CHECK_FALSE(first_hit({cylinder(1, 0.3, radius)}, {0.1, 0.0201, 1}, {0, 0, -1}));
  CHECK_FALSE(first_hit({cylinder(1, 0.3, radius)}, {0.31, 0, 1}, {0, 0, -1}));
}

TEST_CASE("a ray along a cylinder meets its end disc") {
  const auto hit = first_hit({cylinder(0, 0.3, 0.02)}, {2, 0.01, 0.01}, {-1, 0, 0});
  REQUIRE(hit);
  CHECK(hit->distance == doctest::Approx(1.7).epsilon(1e-12));
  check_near(hit->normal, {1, 0, 0});
  CHECK_FALSE(first_hit({cylinder(0, 0.3, 0.02)}, {2, 0.015, 0.015}, {-1, 0, 0}));
}

TEST_CASE("the nearest of several obstacles is struck, whatever their order") {
  const Obstacle low = box(0, {1, 1, 0.1}), high = box(1, {1, 1, 0.1}, {{0, 0, 1}, {}});
  CHECK(first_hit({low, high}, {0, 0, 5}, {0, 0, -1})->object == 1);
  CHECK(first_hit({high, low}, {0, 0, 5}, {0, 0, -1})->object == 1);
  CHECK(first_hit({high, low}, {0, 0, -5}, {0, 0, 1})->object == 0);
}
