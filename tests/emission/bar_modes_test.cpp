#include "emission/bar/bar_modes.h"

#include <doctest/doctest.h>

#include <cmath>
#include <utility>

#include "base/error.h"
#include "emission/bar/bar_loss.h"
#include "numerics/pi.h"

using namespace resound;

namespace {

UniformBar bar_with(BarEnd left, BarEnd right) {
  return {.length = 0.5, .kappa = 14.7, .mass_per_length = 1.08, .left = left, .right = right};
}

double mean_over_bar(const UniformBar& bar, auto&& f) {
  const int n = 20000;
  double sum = 0;
  for (int i = 0; i < n; ++i) sum += f((i + 0.5) * bar.length / n);
  return sum / n;
}

constexpr auto kFree = BarEnd::free, kClamped = BarEnd::clamped, kSupported = BarEnd::supported;

}  // namespace

TEST_CASE("the roots of the characteristic equations are the known ones to the last digits") {
  const auto lambda = [](BarEnd left, BarEnd right, int index) {
    return bar_mode(bar_with(left, right), index).lambda;
  };
  CHECK(lambda(kClamped, kClamped, 1) == doctest::Approx(4.730040744862704).epsilon(1e-15));
  CHECK(lambda(kFree, kFree, 2) == doctest::Approx(7.853204624095838).epsilon(1e-15));
  CHECK(lambda(kFree, kFree, 3) == doctest::Approx(10.99560783800167).epsilon(1e-15));
  CHECK(lambda(kClamped, kFree, 1) == doctest::Approx(1.875104068711961).epsilon(1e-15));
  CHECK(lambda(kFree, kClamped, 2) == doctest::Approx(4.694091132974175).epsilon(1e-15));
  CHECK(lambda(kClamped, kFree, 3) == doctest::Approx(7.854757438237613).epsilon(1e-15));
  CHECK(lambda(kClamped, kSupported, 1) == doctest::Approx(3.926602312047919).epsilon(1e-15));
  CHECK(lambda(kSupported, kFree, 2) == doctest::Approx(7.068582745628732).epsilon(1e-15));
  CHECK(lambda(kSupported, kSupported, 5) == doctest::Approx(5 * kPi).epsilon(1e-15));
}

TEST_CASE("mode shapes keep their ends, are orthogonal and of unit mean square, up to mode 60") {
  for (const BarEnd left : {kFree, kClamped, kSupported})
    for (const BarEnd right : {kFree, kClamped, kSupported}) {
      const UniformBar bar = bar_with(left, right);
      const BarMode low = bar_mode(bar, 2);
      for (const int index : {1, 3, 12, 60}) {
        const BarMode mode = bar_mode(bar, index);
        CHECK(mean_over_bar(bar, [&](double x) { return mode.shape(x) * mode.shape(x); }) ==
              doctest::Approx(1).epsilon(1e-4));
        CHECK(std::abs(mean_over_bar(bar, [&](double x) { return mode.shape(x) * low.shape(x); })) < 1e-4);
        for (const auto& [end, x] : {std::pair(left, 0.0), std::pair(right, bar.length)}) {
          if (end != kFree) CHECK(std::abs(mode.shape(x)) < 1e-12);
          if (end == kClamped) CHECK(std::abs(mode.slope(x)) * bar.length / mode.lambda < 1e-12);
          if (end == kFree) CHECK(std::abs(mode.shape(x)) == doctest::Approx(2).epsilon(1e-9));
        }
      }
    }
}

TEST_CASE("the slope ratio is omega / kappa only between supports") {
  const auto ratio = [](BarEnd left, BarEnd right, int index) {
    const UniformBar bar = bar_with(left, right);
    const BarMode mode = bar_mode(bar, index);
    return mode.slope_ratio * bar.kappa / mode.omega;
  };
  const double expected[4][3] = {{1, 1, 1}, {0.550, 0.747, 0.818}, {0.747, 0.859, 0.902}, {1.32, 1.47, 1.25}};
  const double free[3] = {2.21, 1.77, 1.55};
  for (int i = 0; i < 3; ++i) {
    CHECK(ratio(kSupported, kSupported, i + 1) == doctest::Approx(expected[0][i]).epsilon(1e-9));
    CHECK(ratio(kClamped, kClamped, i + 1) == doctest::Approx(expected[1][i]).epsilon(1e-3));
    CHECK(ratio(kClamped, kSupported, i + 1) == doctest::Approx(expected[2][i]).epsilon(1e-3));
    CHECK(ratio(kClamped, kFree, i + 1) == doctest::Approx(expected[3][i]).epsilon(4e-3));
    CHECK(ratio(kFree, kFree, i + 1) == doctest::Approx(free[i]).epsilon(3e-3));
  }
}

TEST_CASE("an aluminium bar of 10 mm has kappa 14.70 and the loss fit of the reference") {
  Bar bar;
  bar.left_end = bar.right_end = kSupported;
  const UniformBar uniform = uniform_bar(bar);
  CHECK(uniform.kappa == doctest::Approx(14.70).epsilon(1e-3));
  const BarLoss loss = modal_loss(uniform, bar.decay);
  CHECK(loss.sigma0 == doctest::Approx(1.0907).epsilon(1e-4));
  CHECK(loss.sigma1 == doctest::Approx(0.007442).epsilon(1e-4));
  const BarLoss grid = grid_loss(uniform, bar.decay);
  CHECK(grid.sigma0 == doctest::Approx(loss.sigma0).epsilon(1e-9));
  CHECK(grid.sigma1 == doctest::Approx(loss.sigma1).epsilon(1e-9));
}

TEST_CASE("the grid's losses give its design modes the decay that was asked for, whatever the ends") {
  for (const BarEnd end : {kFree, kClamped}) {
    const UniformBar bar = bar_with(end, end);
    const BarDecay decay;
    const BarLoss wanted = modal_loss(bar, decay), grid = grid_loss(bar, decay);
    const BarMode low = bar_mode(bar, 1);  // 208 Hz, nearest to 200
    CHECK(grid.decay(low.slope_ratio) == doctest::Approx(wanted.decay(low.omega / bar.kappa)).epsilon(1e-9));
  }
}

TEST_CASE("a decay that would feed the bar is refused") {
  const UniformBar bar = bar_with(kFree, kFree);
  CHECK_THROWS_AS(modal_loss(bar, BarDecay{.low_t60 = 1, .high_t60 = 2}), InputError);
  CHECK_THROWS_AS(modal_loss(bar, BarDecay{.low_frequency = 200, .low_t60 = 4, .high_frequency = 400, .high_t60 = 0.1}),
                  InputError);
}

TEST_CASE("a round bar carries twice its section of air, a flat one its section and a cylinder about its width") {
  Bar round;
  round.section = BarSection::round;
  round.thickness = 0.02;
  CHECK(dipole_area(round) == doctest::Approx(2 * kPi * 1e-4));
  CHECK(uniform_bar(round).kappa == doctest::Approx(0.005 * std::sqrt(70e9 / 2700)));
  Bar flat;
  CHECK(dipole_area(flat) == doctest::Approx(0.04 * 0.01 + kPi * 4e-4));
}
