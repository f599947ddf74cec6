#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "propagation/propagation.h"

using namespace resound;

namespace {

// What one microphone hears of a monopole one metre away whose signal comes `lag` samples late and says so.
std::vector<double> heard_with_lag(int lag, double distance) {
  Scene scene;
  scene.air.absorption = false;
  Propagation propagation(scene, {Receiver{Path(Vec3{distance, 0, 0}), DirectionBasis::pressure}}, false);
  const SourceKnot knot{};
  std::vector<double> heard;
  for (SampleIndex first = 0; first < 960; first += 32) {
    std::vector<double> flow;
    for (int i = 0; i < 32; ++i) flow.push_back(std::exp(-std::pow((static_cast<double>(first) + i - lag - 200) / 8, 2)));
    SourceSignals signals;
    signals.sources.push_back({.object = 0, .path = {&knot, 1}, .monopole = flow, .lag = lag});
    const Arrivals& arrivals = propagation.carry(signals, {first, 32, {48000}, {}});
    const auto& channel = arrivals.receivers[0].channels[0];
    heard.insert(heard.end(), channel.begin(), channel.end());
  }
  return heard;
}

}  // namespace

TEST_CASE("a signal that says how late it is arrives as if it had been on time") {
  const std::vector<double> prompt = heard_with_lag(0, 1.0), late = heard_with_lag(44, 1.0);
  double largest = 0, worst = 0;
  for (std::size_t i = 0; i < prompt.size(); ++i) {
    largest = std::max(largest, std::abs(prompt[i]));
    worst = std::max(worst, std::abs(prompt[i] - late[i]));
  }
  CHECK(largest > 0);
  CHECK(worst < 1e-9 * largest);
}

TEST_CASE("an ear nearer than the lag still hears everything, late by the difference") {
  const std::vector<double> prompt = heard_with_lag(0, 0.1), late = heard_with_lag(44, 0.1);
  const double flight = 0.1 / 343.2 * 48000;
  double a = 0, b = 0, weight_a = 0, weight_b = 0;
  for (std::size_t i = 0; i < prompt.size(); ++i) {
    a += static_cast<double>(i) * prompt[i] * prompt[i], weight_a += prompt[i] * prompt[i];
    b += static_cast<double>(i) * late[i] * late[i], weight_b += late[i] * late[i];
  }
  CHECK(weight_b == doctest::Approx(weight_a).epsilon(1e-3));
  CHECK(b / weight_b - a / weight_a == doctest::Approx(44 - flight).epsilon(1e-3));
}
