#include "picture/optics.h"

#include <doctest/doctest.h>

using namespace resound;

TEST_CASE("glass mirrors 4.3 per cent of light that meets it straight, from either side") {
  const double expected = 0.52 * 0.52 / (2.52 * 2.52);
  CHECK(mirrored_share(1.0f, 1 / 1.52f) == doctest::Approx(expected).epsilon(1e-4));
  CHECK(mirrored_share(1.0f, 1.52f) == doctest::Approx(expected).epsilon(1e-4));
}

TEST_CASE("water mirrors everything beyond 48.6 degrees from inside, and all grazing light from outside") {
  CHECK(mirrored_share(std::cos(0.85f), 1.333f) == 1);  // 48.7 degrees
  CHECK(mirrored_share(std::cos(0.84f), 1.333f) < 1);   // 48.1 degrees
  CHECK(mirrored_share(1e-4f, 1 / 1.333f) > 0.99f);
}

TEST_CASE("at Brewster's angle only one polarization is mirrored") {
  const float angle = std::atan(1.52f), index = 1 / 1.52f;
  const double across = (1 - 1.52 * 1.52) / (1 + 1.52 * 1.52);  // r of the other one
  CHECK(mirrored_share(std::cos(angle), index) == doctest::Approx(0.5 * across * across).epsilon(1e-4));
}

TEST_CASE("a refracted ray obeys Snell's law and stays in its plane") {
  for (const float angle : {0.1f, 0.7f, 1.4f}) {
    const Vec3f n{0, 0, 1}, d{std::sin(angle), 0, -std::cos(angle)};
    const Vec3f inside = refracted(d, n, std::cos(angle), 1 / 1.333f);
    CHECK(inside.x * 1.333f == doctest::Approx(std::sin(angle)).epsilon(1e-5));
    CHECK(inside.y == 0);
    CHECK(inside.z < 0);
  }
}
