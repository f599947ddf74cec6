#include "scene/damping.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "base/error.h"

using namespace resound;

namespace {
constexpr double kTau = 2 * std::numbers::pi;
}

TEST_CASE("Rayleigh damping through two points passes through both and is lower between") {
  const DampingPoint low{kTau * 200, 0.002}, high{kTau * 8000, 0.004};
  const Damping damping = rayleigh_from_two(low, high);
  CHECK(damping.decay(0, low.omega) == doctest::Approx(low.damping_ratio * low.omega));
  CHECK(damping.decay(0, high.omega) == doctest::Approx(high.damping_ratio * high.omega));
  const double middle = kTau * 1000;
  CHECK(damping.decay(0, middle) / middle < 0.002);
  const Damping swapped = rayleigh_from_two(high, low);
  CHECK(swapped.stiffness_time == doctest::Approx(damping.stiffness_time));
  CHECK(swapped.mass_rate == doctest::Approx(damping.mass_rate));
}

TEST_CASE("two points that would need negative damping are refused in words") {
  CHECK_THROWS_AS(rayleigh_from_two({kTau * 100, 0.0001}, {kTau * 1000, 0.1}), InputError);
  CHECK_THROWS_AS(rayleigh_from_two({kTau * 100, 0.1}, {kTau * 1000, 0.0001}), InputError);
  CHECK_THROWS_AS(rayleigh_from_two({kTau * 100, 0.1}, {kTau * 100, 0.1}), InputError);
  CHECK_THROWS_AS(rayleigh_from_two({0, 0.1}, {kTau * 100, 0.1}), InputError);
  CHECK_THROWS_AS(rayleigh_from_two({kTau, NAN}, {kTau * 100, 0.1}), InputError);
}

TEST_CASE("a loss factor takes the same share of every swing: T60 falls as 1/f") {
  const Damping damping{.loss_factor = 0.001};
  CHECK(t60_of_decay(damping.decay(0, kTau * 1000)) == doctest::Approx(2.1988).epsilon(1e-4));  // 2.2 / (eta f)
  CHECK(damping.decay(3, kTau * 2000) == doctest::Approx(2 * damping.decay(2, kTau * 1000)));
}

TEST_CASE("a mode with a T60 of its own follows it alone, the others the laws") {
  const Damping damping{1e-7, 2, 0.001, {0.5, 0, 3}};
  CHECK(damping.decay(0, kTau * 440) == doctest::Approx(6.9078 / 0.5).epsilon(1e-4));
  CHECK(damping.decay(2, kTau * 440) == doctest::Approx(6.9078 / 3).epsilon(1e-4));
  const double by_law = (1e-7 * kTau * 440 * kTau * 440 + 2 + 0.001 * kTau * 440) / 2;
  CHECK(damping.decay(1, kTau * 440) == doctest::Approx(by_law));
  CHECK(damping.decay(7, kTau * 440) == doctest::Approx(by_law));
}
