#include "picture/view.h"

#include <doctest/doctest.h>

#include <numbers>

using namespace resound;

namespace {

void check_near(Vec3f a, const Vec3& b) { CHECK(static_cast<double>(length(a - to_float(b))) < 1e-5); }

}  // namespace

TEST_CASE("the middle of the picture looks at the point looked at") {
  const Camera camera{{3, -2, 1.4}, {0.5, 0.25, 0.8}, 40};
  const View view(camera, 1280, 720);
  check_near(view.direction(640, 360), normalized(camera.look_at - camera.position));
}

TEST_CASE("the field of view is the angle between the left and right borders") {
  const View view({{0, -2, 1}, {0, 0, 1}, 40}, 1280, 720);
  const double cosine = static_cast<double>(dot(view.direction(0, 360), view.direction(1280, 360)));
  CHECK(std::acos(cosine) * 180 / std::numbers::pi == doctest::Approx(40).epsilon(1e-4));
}

TEST_CASE("z is up, and to the right of a camera that looks along y is x") {
  const View view({{0, -2, 1}, {0, 0, 1}, 40}, 1280, 720);
  CHECK(view.direction(640, 0).z > 0.1f);
  CHECK(view.direction(640, 720).z < -0.1f);
  CHECK(view.direction(1280, 360).x > 0.3f);
}

TEST_CASE("a camera that looks straight down still has a picture") {
  const View view({{0, 0, 2}, {0, 0, 0}, 40}, 640, 640);
  check_near(view.direction(320, 320), {0, 0, -1});
  CHECK(std::isfinite(view.direction(0, 0).x));
}
