#include "numerics/pose.h"

#include <doctest/doctest.h>

#include <numbers>

using namespace resound;

TEST_CASE("a quarter turn about z takes x to y, and back") {
  const Pose pose{{1, 2, 3}, rotation_about({0, 0, 2}, std::numbers::pi / 2)};
  CHECK(length(pose.to_world({1, 0, 0}) - Vec3{1, 3, 3}) < 1e-15);
  CHECK(length(pose.to_local(pose.to_world({0.3, -0.2, 0.7})) - Vec3{0.3, -0.2, 0.7}) < 1e-15);
}

TEST_CASE("the product of two turns is the second after the first") {
  const Rotation first = rotation_about({1, 2, 0}, 0.7), second = rotation_about({0, -1, 3}, -1.9);
  const Vec3 v{0.2, 0.5, -1};
  CHECK(length((second * first) * v - second * (first * v)) < 1e-15);
}
