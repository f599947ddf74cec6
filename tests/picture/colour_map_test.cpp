#include "picture/colour_map.h"

#include <doctest/doctest.h>

#include "picture/tone.h"

using namespace resound;

namespace {

// Linear sRGB to Oklab [Ottosson 2020]: the other way round than the map is made.
Vec3 oklab(Rgb c) {
  const double r = static_cast<double>(c.x), g = static_cast<double>(c.y), b = static_cast<double>(c.z);
  const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

}  // namespace

TEST_CASE("equal steps of the velocity map are equal steps for the eye") {
  const double step = length(oklab(diverging_colour(0.05)) - oklab(diverging_colour(0)));
  CHECK(step > 0.02);
  for (int i = -20; i < 20; ++i) {
    const Vec3 a = oklab(diverging_colour(0.05 * i)), b = oklab(diverging_colour(0.05 * (i + 1)));
    CHECK(length(b - a) == doctest::Approx(step).epsilon(0.02));
  }
}

TEST_CASE("outward is red, inward is blue, rest is grey, and neither sign is darker") {
  const Rgb in = diverging_colour(-1), out = diverging_colour(1), rest = diverging_colour(0);
  CHECK(out.x > 3 * out.z);
  CHECK(in.z > 3 * in.x);
  CHECK(rest.x == doctest::Approx(rest.z).epsilon(0.01));
  CHECK(oklab(in).x == doctest::Approx(oklab(out).x).epsilon(0.01));
}

TEST_CASE("the velocity scale is odd, grows, and ends at 100 millimetres per second") {
  CHECK(velocity_position(0) == 0);
  CHECK(velocity_position(0.1) == doctest::Approx(1));
  CHECK(velocity_position(7) == 1);
  double last = 0;
  for (double v = 1e-6; v < 0.1; v *= 1.5) {
    CHECK(velocity_position(-v) == -velocity_position(v));
    CHECK(velocity_position(v) > last);
    last = velocity_position(v);
  }
}

TEST_CASE("the sRGB code of display light is that of IEC 61966-2-1") {
  CHECK(srgb_code(0) == 0);
  CHECK(srgb_code(1) == 255);
  CHECK(srgb_code(0.2140411f) == 127);  // 127.5 before rounding: the nearest codes are 127 and 128
  CHECK(srgb_code(0.18f) == 118);
  CHECK(srgb_code(0.001f) == 3);
}

TEST_CASE("the tone curve rises, never leaves 0 to 1, and can be undone") {
  float last = -1;
  for (float x = 0; x < 20; x += 0.01f) {
    CHECK(filmic(x) >= last);
    last = filmic(x);
  }
  CHECK(last <= 1);
  for (const float y : {0.0f, 0.02f, 0.18f, 0.5f, 0.9f})
    CHECK(filmic(before_filmic({y, y, y})).y == doctest::Approx(y).epsilon(1e-4));
}
