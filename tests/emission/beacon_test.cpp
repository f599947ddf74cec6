#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "emission/beacon/beacon_voice.h"
#include "numerics/pi.h"

using namespace resound;

namespace {

std::vector<double> flow_of(const Beacon& beacon, SampleRate rate, int count) {
  BeaconVoice voice(beacon, 0, 343.2);
  MotionEvents events;
  events.poses = {{PoseKnot{}}};
  SourceSignals signals;
  voice.radiate(events, {0, count, rate, {}}, signals);
  const auto& source = signals.sources[0];
  const auto& signal = beacon.kind == BeaconKind::monopole ? source.monopole : source.dipole[2];
  return {signal.begin(), signal.end()};
}

double slope(const std::vector<double>& q, std::size_t i, SampleRate rate) {
  return (45 * (q[i + 1] - q[i - 1]) - 9 * (q[i + 2] - q[i - 2]) + (q[i + 3] - q[i - 3])) / 60 * rate.hz;
}

}  // namespace

TEST_CASE("a click has its peak pressure, level_db at one metre, exactly at n interval + offset") {
  Beacon beacon;
  beacon.level_db = 80;
  beacon.interval = 0.01;
  beacon.offset = 0.005;
  const SampleRate rate{48000};
  const std::vector<double> q = flow_of(beacon, rate, 1500);
  // at the peak dq/dt / 4 pi = P, from the closed form of the pulse: q is odd about the click, slope P there
  for (const std::size_t n : {240, 720, 1200}) {
    CHECK(std::abs(q[n]) < 1e-12);
    for (std::size_t k = 1; k < 8; ++k) CHECK(q[n + k] == doctest::Approx(-q[n - k]).epsilon(1e-9));
    const double s = 1.8 / rate.hz, peak = 20e-6 * 1e4;
    for (const double k : {1.0, 2.0, 3.0})
      CHECK(q[n + static_cast<std::size_t>(k)] ==
            doctest::Approx(4 * kPi * peak * (k / rate.hz) * std::exp(-k * k / (rate.hz * rate.hz) / (2 * s * s)))
                .epsilon(1e-9));
  }
}

TEST_CASE("a click is band-limited: its spectrum at Nyquist is 90 dB below its middle") {
  Beacon beacon;
  beacon.offset = 0.01;
  beacon.interval = 10;
  const SampleRate rate{48000};
  const std::vector<double> q = flow_of(beacon, rate, 960);
  const auto pressure_at = [&](double frequency) {
    double re = 0, im = 0;
    for (std::size_t i = 0; i < q.size(); ++i) {
      re += q[i] * std::cos(2 * kPi * frequency * static_cast<double>(i) / rate.hz);
      im += q[i] * std::sin(2 * kPi * frequency * static_cast<double>(i) / rate.hz);
    }
    return frequency * std::hypot(re, im);
  };
  CHECK(20 * std::log10(pressure_at(23000) / pressure_at(6000)) < -90);
}

TEST_CASE("a tone has level_db rms at one metre") {
  for (const BeaconKind kind : {BeaconKind::monopole, BeaconKind::dipole}) {
    Beacon beacon;
    beacon.kind = kind;
    beacon.signal = BeaconSignal::tone;
    beacon.level_db = 94;
    beacon.frequency = 500;
    const SampleRate rate{48000};
    const std::vector<double> q = flow_of(beacon, rate, 9700);
    double sum = 0;
    for (std::size_t i = 480; i < 480 + 9120; ++i) sum += std::pow(slope(q, i, rate) / (4 * kPi), 2);
    const double to_pressure =
        kind == BeaconKind::monopole ? 1 : 1 / 343.2;  // far field of a dipole: dF/dt / (4 pi c r)
    CHECK(20 * std::log10(to_pressure * std::sqrt(sum / 9120) / 20e-6) == doctest::Approx(94).epsilon(1e-3));
    CHECK(std::abs(q[0]) < 1e-15);  // begins without a step
  }
}

TEST_CASE("a beacon's knots are those of its motion") {
  Beacon beacon;
  BeaconVoice voice(beacon, 1, 343.2);
  MotionEvents events;
  events.poses = {{PoseKnot{}}, {{0, {{1, 0, 0}, {}}, {2, 0, 0}, {}}, {32, {{1.1, 0, 0}, {}}, {2, 0, 0}, {}}}};
  SourceSignals signals;
  voice.radiate(events, {0, 32, {48000}, {}}, signals);
  REQUIRE(signals.sources[0].path.size() == 2);
  CHECK(signals.sources[0].path[1].position == Vec3{1.1, 0, 0});
  CHECK(signals.sources[0].path[1].velocity == Vec3{2, 0, 0});
}
