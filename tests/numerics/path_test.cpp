#include "numerics/path.h"

#include <doctest/doctest.h>

using namespace resound;

TEST_CASE("two waypoints give uniform motion between them and rest outside") {
  const Path path({{1.0, {0, 0, 0}}, {3.0, {4, 0, 2}}});
  CHECK(path.position(2.5).x == doctest::Approx(3));
  CHECK(path.velocity(1.7).z == doctest::Approx(1));
  CHECK(path.position(0.0) == Vec3{0, 0, 0});
  CHECK(path.velocity(0.5) == Vec3{});
  CHECK(path.position(9.0) == Vec3{4, 0, 2});
}

TEST_CASE("a path passes its waypoints, and its velocity is the slope of its position") {
  const Path path({{0.0, {0, 0, 0}}, {1.0, {1, 2, 0}}, {1.5, {3, 1, 0}}, {4.0, {0, 0, 5}}});
  for (const Waypoint& point : path.waypoints()) CHECK(length(path.position(point.time) - point.position) < 1e-12);
  const double h = 1e-6;
  for (const double t : {0.3, 0.99, 1.2, 1.6, 3.7}) {
    const Vec3 slope = (path.position(t + h) - path.position(t - h)) / (2 * h);
    CHECK(length(slope - path.velocity(t)) < 1e-7);
  }
  CHECK(length(path.velocity(1.0 - 1e-9) - path.velocity(1.0 + 1e-9)) < 1e-6);  // no jolt at a waypoint
}
