#include "audio/sharp_low_pass.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "audio/spectrum.h"

using namespace resound;
using namespace resound::test;

namespace {

// Summed over the filter's time, in steps so fine that no image falls into what is looked at.
double response(const SharpLowPass& filter, double frequency) {  // [cycles a frame]
  constexpr double step = 1.0 / 64;
  double sum = 0;
  for (double t = step / 2; t < SharpLowPass::kReach; t += step)
    sum += 2 * step * filter(t) * std::cos(2 * std::numbers::pi * frequency * t);
  return sum;
}

double largest_deviation(const SharpLowPass& filter, double from, double to) {  // [dB]
  double most = 0;
  for (double f = from; f <= to; f += 0.0011) most = std::max(most, std::abs(decibels(response(filter, f))));
  return most;
}

}  // namespace

TEST_CASE("the sharp low-pass passes 15 of 44.1 kHz within 0.013 dB and 18 within 0.1") {
  const SharpLowPass filter;
  CHECK(response(filter, 0) == doctest::Approx(1).epsilon(1e-3));
  CHECK(largest_deviation(filter, 0, 15 / 44.1) < 0.013);
  CHECK(largest_deviation(filter, 15 / 44.1, 18 / 44.1) < 0.1);
}

TEST_CASE("the sharp low-pass gives back what an earlier filter has taken, and is as deep") {
  const auto wanted = [](double frequency) { return 1 + 0.1 * frequency * frequency; };
  const SharpLowPass filter(wanted);
  for (double f = 0; f < 15 / 44.1; f += 0.0011) CHECK(std::abs(decibels(response(filter, f) / wanted(f))) < 0.013);
  double most = 0;
  for (double f = 0.5; f < 8; f += 0.0017) most = std::max(most, std::abs(response(filter, f)));
  CHECK(decibels(most) < -82);
}

TEST_CASE("the sharp low-pass is 82 dB down from half the rate on, images of all orders included") {
  const SharpLowPass filter;
  double most = 0;
  for (double f = 0.5; f < 8; f += 0.0017) most = std::max(most, std::abs(response(filter, f)));
  CHECK(decibels(most) < -82);
}
