#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "propagation/rig.h"

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
    for (int i = 0; i < 32; ++i)
      flow.push_back(std::exp(-std::pow((static_cast<double>(first) + i - lag - 200) / 8, 2)));
    SourceSignals signals;
    signals.sources.push_back({.object = 0, .lag = lag, .path = {&knot, 1}, .monopole = flow});
    const Arrivals& arrivals = propagation.carry(signals, {first, 32, {48000}, {}});
    const auto& channel = arrivals.receivers[0].channels[0];
    heard.insert(heard.end(), channel.begin(), channel.end());
  }
  return heard;
}

}  // namespace

TEST_CASE("a signal that says how late it is arrives as if it had been on time, also at the ear itself") {
  for (const double distance : {1.0, 0.1, 0.0}) {
    const std::vector<double> prompt = heard_with_lag(0, distance), late = heard_with_lag(44, distance);
    double largest = 0, worst = 0;
    for (std::size_t i = 0; i < prompt.size(); ++i) {
      largest = std::max(largest, std::abs(prompt[i]));
      worst = std::max(worst, std::abs(prompt[i] - late[i]));
    }
    CHECK(largest > 0);
    CHECK(worst < 1e-9 * largest);
  }
}

TEST_CASE("a moving source whose signal comes late is heard as if it had been on time") {
  const auto position = [](double t) { return Vec3{30 * t - 0.3, 0.2, 0}; };
  const auto velocity = [](double) { return Vec3{30, 0, 0}; };
  std::vector<double> heard[2];
  for (const int lag : {0, 44}) {
    const auto scene = test::open_air(48000);
    Propagation propagation(scene, {Receiver{Path({{0, {0, 0, 0}}, {1, {3, 1, 0}}})}}, false);
    test::Stage stage({{position, velocity, [=](double t) { return std::sin(6000 * (t - lag / 48000.0)); }, {}}});
    for (SampleIndex first = 0; first < 960; first += 32) {
      const TimeBlock block{first, 32, {48000}, {}};
      stage.radiate(block);
      stage.signals().sources[0].lag = lag;
      const auto samples = propagation.carry(stage.signals(), block).receivers[0].channels[0];
      heard[lag > 0].insert(heard[lag > 0].end(), samples.begin(), samples.end());
    }
  }
  double largest = 0;
  for (const double value : heard[0]) largest = std::max(largest, std::abs(value));
  for (std::size_t i = 300; i < 900; ++i) REQUIRE(std::abs(heard[0][i] - heard[1][i]) < 1e-9 * largest);
}
