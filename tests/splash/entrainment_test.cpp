#include "splash/entrainment.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "numerics/gravity.h"
#include "numerics/pi.h"
#include "splash/basin.h"
#include "splash/hit_clusters.h"

using namespace resound;

namespace {

struct SpeedWindow {
  double slow, fast;  // [m/s]
};
SpeedWindow regular_window(double diameter) {
  SpeedWindow found{0, 0};
  for (double speed = 0.2; speed < 8; speed += 0.005)
    if (entrains_regularly(diameter, speed, {}, kGravity)) {
      if (found.slow == 0) found.slow = speed;
      found.fast = speed;
    }
  return found;
}

}  // namespace

TEST_CASE("drops of 1 to 4 mm entrain bubbles regularly between the speeds of the reference") {
  const double expected[][3] = {{1, 3.2, 4.9}, {2, 2.0, 2.8}, {3, 1.47, 1.98}, {4, 1.20, 1.56}};  // mm, m/s
  for (const auto& [diameter, slow, fast] : expected) {
    const SpeedWindow window = regular_window(diameter * 1e-3);
    CAPTURE(diameter);
    CHECK(window.slow == doctest::Approx(slow).epsilon(0.02));
    CHECK(window.fast == doctest::Approx(fast).epsilon(0.02));
  }
}

TEST_CASE("bubble radii fall off with the powers 3/2 and 10/3 on either side of a millimetre") {
  RandomStream random(1, 0, 0);
  std::vector<double> radii(200'000);
  for (double& r : radii) r = bubble_radius(0.15e-3, 5e-3, random);
  CHECK(*std::ranges::min_element(radii) >= 0.15e-3);
  CHECK(*std::ranges::max_element(radii) <= 5e-3);
  const auto density = [&](double a, double b) {  // [1/m]
    return static_cast<double>(std::ranges::count_if(radii, [&](double r) { return r >= a && r < b; })) / (b - a);
  };
  const auto power = [&](double r, double times) {
    return -std::log(density(times * r, times * r * 1.1) / density(r, r * 1.1)) / std::log(times);
  };
  CHECK(power(0.2e-3, 3) == doctest::Approx(1.5).epsilon(0.04));
  CHECK(power(1.2e-3, 2) == doctest::Approx(10.0 / 3).epsilon(0.06));
}

TEST_CASE("an impact entrains between 5 and 20 per cent of its volume as air") {
  for (const double speed : {2.0, 3.0, 6.0}) {
    SplashImpact impact;
    impact.speed = speed;
    impact.radius = 0.006;
    impact.particles = 30;
    double air = 0;
    bool fits = true;  // sizes, delays and depths within their bounds
    const int impacts = 3000;
    for (int i = 0; i < impacts; ++i) {
      RandomStream random(1, 0, static_cast<std::uint64_t>(i));
      for (const SplashBubble& bubble : bubbles_of(impact, {0.05, 0.05, 0.5}, {}, random)) {
        fits = fits && bubble.radius <= 0.003 && bubble.time >= impact.time + 0.001 &&
               bubble.time <= impact.time + 0.020 && bubble.depth >= bubble.radius && bubble.depth <= 0.05;
        air += 4.0 / 3 * kPi * std::pow(bubble.radius, 3);
      }
    }
    const double share = air / impacts / (4.0 / 3 * kPi * std::pow(impact.radius, 3));
    CAPTURE(speed);
    CHECK(fits);
    CHECK(share > 0.05);
    CHECK(share < 0.20);
    CHECK(share == doctest::Approx(air_share(speed)).epsilon(0.1));
  }
}

TEST_CASE("what the cap on bubbles leaves carries the energy of all") {
  std::vector<SplashBubble> bubbles(500);
  for (std::size_t i = 0; i < bubbles.size(); ++i) bubbles[i].time = static_cast<double>(i);
  RandomStream random(1, 0, 0);
  thin_out(bubbles, 20, random);
  CHECK(bubbles.size() == 20);
  double energy = 0;
  for (const SplashBubble& bubble : bubbles) energy += bubble.gain * bubble.gain;
  CHECK(energy == doctest::Approx(500));
  CHECK(std::ranges::is_sorted(bubbles, {}, &SplashBubble::time));
}

TEST_CASE("the cap keeps the energy of small and of large bubbles in the mean, and makes no small one loud") {
  std::vector<SplashBubble> all(400);
  for (std::size_t i = 0; i < all.size(); ++i) all[i].radius = i < 360 ? 0.0002 : 0.002, all[i].swing = 0.03;
  double small = 0, large = 0, loudest = 0;  // [1]  energies beside what there was; gain
  const int rounds = 2000;
  for (int round = 0; round < rounds; ++round) {
    std::vector<SplashBubble> bubbles = all;
    RandomStream random(1, 0, static_cast<std::uint64_t>(round));
    thin_out(bubbles, 20, random);
    for (const SplashBubble& bubble : bubbles) {
      (bubble.radius < 0.001 ? small : large) += bubble.gain * bubble.gain / rounds;
      if (bubble.radius < 0.001) loudest = std::max(loudest, bubble.gain);
    }
  }
  CHECK(small / 360 == doctest::Approx(1).epsilon(0.05));
  CHECK(large / 40 == doctest::Approx(1).epsilon(0.05));
  CHECK(loudest * 0.0002 < 0.002);  // amplitudes go with the radius
}

TEST_CASE("hits closer than two spacings are one splash of their joint volume; a lone one is a drop") {
  const double dx = 0.004;
  std::vector<ParticleHit> hits;
  for (int i = 0; i < 8; ++i) hits.push_back({0.001 * i, 0, -1, {0.007 * i, 0, 0}, {0, 0, -2}, 2});
  hits.push_back({0.0005, 0, 3, {0.5, 0, 0}, {0, 0, -1}, 1});
  std::vector<SplashImpact> impacts;
  for (const HitCluster& cluster : join_hits(hits, dx, 100)) impacts.push_back(cluster.impact);
  REQUIRE(impacts.size() == 2);
  CHECK(impacts[0].particles == 8);
  CHECK(impacts[0].time == 0);
  CHECK(impacts[0].radius == doctest::Approx(std::cbrt(8 * 3 * dx * dx * dx / (4 * kPi))));
  CHECK(impacts[1].radius == doctest::Approx(0.62 * dx).epsilon(0.01));
  CHECK(impacts[1].wall == 3);
  CHECK(join_hits(hits, dx, 1).size() == 1);
}

TEST_CASE("the level of a vessel follows its sections, and its column of air what is left") {
  Basin glass{.bottom = {}, .reach = 0.03, .height = 0.12, .mouth_radius = 0.03, .areas = {kPi * 9e-4}};
  CHECK(level_of(glass, 100e-6, 0) == doctest::Approx(100e-6 / (kPi * 9e-4)));
  CHECK(air_length(glass, 0.04) == doctest::Approx(0.08 + 0.61 * 0.03));
  Basin cone{.bottom = {}, .reach = 0.1, .height = 0.3, .mouth_radius = 0, .areas = {}};
  for (int i = 0; i <= 300; ++i) cone.areas.push_back(kPi * std::pow(0.1 * i / 300.0, 2));
  for (const double level : {0.05, 0.1, 0.2, 0.29})
    CHECK(level_of(cone, kPi * std::pow(0.1 * level / 0.3, 2) * level / 3, 0) == doctest::Approx(level).epsilon(0.001));
}
