#include "splash/ball_entry.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "numerics/gravity.h"
#include "numerics/pi.h"
#include "splash/splash_detector.h"

using namespace resound;

namespace {

// A ball that goes down at a steady speed [m/s] until its cavity closes.
EntryCavity cavity_of(double radius, double speed, double deepest = 1e9) {
  EntryCavity cavity(radius, kGravity);
  const double step = 1e-3 * radius / speed;
  for (double t = step; t < cavity.closes_at() && speed * t <= deepest; t += step) cavity.deepen(t, speed * t, speed);
  return cavity;
}

// Still water 0.2 m deep, and a ball that falls into it from a height above the surface, as if water were nothing.
struct Drop {
  double radius = 0.012, height = 0.15;  // [m]
  bool is_rough = true;
  double touch() const { return std::sqrt(2 * (height - radius) / kGravity); }
};
std::vector<Splash> splashes_of(const Drop& drop, const SplashSettings& settings = {}) {
  const double dx = 0.01, deep = 0.2;
  std::vector<Vec3> positions;
  for (int i = 0; i < 10; ++i)
    for (int j = 0; j < 10; ++j)
      for (int k = 0; k < 20; ++k) positions.push_back({(i - 4.5) * dx, (j - 4.5) * dx, (k + 0.5) * dx});
  const std::vector<Vec3> velocities(positions.size());
  const std::vector<float> crowding(positions.size(), 1.0F);
  const std::vector<std::int16_t> wall(positions.size(), -1);
  SplashDetector detector(settings, {{.bottom = {}, .reach = 0.08, .height = 0.3, .mouth_radius = 0, .areas = {0.01}}});
  for (int step = 0; step < 1200; ++step) {
    const double t = 0.00025 * step, speed = kGravity * t;
    const SplashBall ball{{0, 0, deep + drop.height - 0.5 * speed * t}, {0, 0, -speed}, drop.radius, drop.is_rough};
    detector.observe({t, dx, positions, velocities, crowding, wall}, {&ball, 1});
  }
  detector.finish();
  std::vector<Splash> heard;
  for (const Splash& splash : detector.take())
    if (!std::holds_alternative<SplashLevel>(splash)) heard.push_back(splash);
  return heard;
}

}  // namespace

TEST_CASE("the cavity behind a fast ball closes half way down to it, twice the root of R / g later, at any speed") {
  const double radius = 0.01, expected = 2 * std::sqrt(radius / kGravity);
  for (const double speed : {30.0, 60.0, 120.0}) {
    CAPTURE(speed);
    const EntryCavity cavity = cavity_of(radius, speed);
    CHECK(cavity.closes_at() == doctest::Approx(expected).epsilon(0.03));
    const auto bubble = cavity.bubble();
    REQUIRE(bubble);
    const double ball = speed * cavity.closes_at();  // [m]  its depth
    CHECK(bubble->depth > 0.5 * ball);
    CHECK(bubble->depth < ball);
    CHECK(bubble->squeeze > 0);
  }
}

TEST_CASE("a faster or larger ball leaves a larger and deeper bubble") {
  const auto small = cavity_of(0.01, 2).bubble(), fast = cavity_of(0.01, 3).bubble(),
             large = cavity_of(0.015, 2).bubble();
  REQUIRE((small && fast && large));
  CHECK(fast->radius > small->radius);
  CHECK(fast->depth > small->depth);
  CHECK(large->radius > small->radius);
}

TEST_CASE("a ball that comes to lie on the bottom before its cavity closes leaves no bubble behind it") {
  CHECK(!cavity_of(0.018, 2.3, 0.04).bubble());
}

TEST_CASE("a stone that falls into water slaps as it touches and leaves one bubble when its cavity has closed") {
  const Drop stone;
  const auto heard = splashes_of(stone);
  REQUIRE(heard.size() == 2);
  const auto& slap = std::get<SplashImpact>(heard[0]);
  CHECK(slap.time == doctest::Approx(stone.touch()).epsilon(0.001));
  CHECK(slap.speed == doctest::Approx(kGravity * stone.touch()).epsilon(0.005));
  CHECK(slap.radius == stone.radius);
  CHECK(slap.wall == kOnLiquid);
  CHECK(slap.place.z == doctest::Approx(0.2));
  const auto& bubble = std::get<SplashBubble>(heard[1]);
  // from the time at which its middle passes the surface; it falls faster and faster, and sqrt(g R) is not far below
  const double passes = std::sqrt(2 * stone.height / kGravity);
  CHECK(bubble.time - passes == doctest::Approx(2 * std::sqrt(stone.radius / kGravity)).epsilon(0.25));
  CHECK(bubble.radius > stone.radius);
  CHECK(bubble.radius < 2 * stone.radius);
  CHECK(bubble.depth > 0.05);
  CHECK(bubble.depth < 0.2);
  CHECK(bubble.place.z == doctest::Approx(0.2 - bubble.depth));
}

TEST_CASE("a smooth ball that water wets slaps but takes no air along below 7.3 m/s") {
  const auto heard = splashes_of({.is_rough = false});
  REQUIRE(heard.size() == 1);
  CHECK(std::holds_alternative<SplashImpact>(heard[0]));
  CHECK(!draws_air({{}, {}, 0.01, false}, 7.2, {}));
  CHECK(draws_air({{}, {}, 0.01, false}, 7.4, {}));
}

TEST_CASE("as published a ball leaves one bubble of three tenths of its size as it touches") {
  const Drop stone;
  const auto heard = splashes_of(stone, {.as_published = true});
  REQUIRE(heard.size() == 2);
  const auto& bubble = std::get<SplashBubble>(heard[1]);
  CHECK(bubble.radius == doctest::Approx(0.3 * stone.radius));
  CHECK(bubble.time == doctest::Approx(stone.touch()).epsilon(0.001));
}
