#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "emission/bubble/bubble_cloud.h"
#include "emission/bubble/bubble_voice.h"
#include "emission/csv.h"
#include "numerics/pi.h"
#include "scene/bubble.h"
#include "scene/bubble_wave.h"

using namespace resound;

namespace {

std::vector<double> flow_of(const BubbleWave& wave, double birth, SampleRate rate, int count) {
  BubbleVoice voice(wave, birth, rate);
  std::vector<double> flow(static_cast<std::size_t>(count));
  voice.fill(0, flow);
  return flow;
}

// Pressure at one metre from the flow: central differences of high order.
double pressure(const std::vector<double>& q, std::size_t i, SampleRate rate) {
  const double d = 45 * (q[i + 1] - q[i - 1]) - 9 * (q[i + 2] - q[i - 2]) + (q[i + 3] - q[i - 3]);
  return d / 60 * rate.hz / (4 * kPi);
}

}  // namespace

TEST_CASE("the bubble of the reference table rings as the table says to 1e-8") {
  const BubbleWave wave = bubble_wave(0.002, 0.1, 1.0, kPublishedMinnaertConstant);
  for (const auto& row : read_csv("bubble_waveform.csv")) {
    const double n = std::stod(row[0]);
    CHECK(std::abs(wave.value(n / 44100) - std::stod(row[1])) < 1e-8);
  }
}

TEST_CASE("pitch and decay of bubbles follow the reference for all radii") {
  for (const auto& row : read_csv("bubble_reference.csv")) {
    const double radius = std::stod(row[0]);
    const BubbleWave wave = bubble_wave(radius, 0.1, 1.0, kPublishedMinnaertConstant);
    CHECK(wave.frequency == doctest::Approx(std::stod(row[1])).epsilon(1e-7));
    CHECK(kMinnaertConstant / radius == doctest::Approx(std::stod(row[2])).epsilon(1e-5));
    CHECK(wave.decay == doctest::Approx(std::stod(row[3])).epsilon(1e-7));
    CHECK(wave.pitch(std::stod(row[5])) == doctest::Approx(std::stod(row[8])).epsilon(1e-6));
  }
}

TEST_CASE("zero crossings of a bubble give the pitch f0 (1 + sigma t) within a thousandth") {
  const BubbleWave wave = bubble_wave(0.002, 0.1, 1.0, kMinnaertConstant);
  double last = 0;
  const double dt = 1e-7;
  for (double t = dt; t < 0.02; t += dt) {
    const double a = wave.value(t), b = wave.value(t + dt);
    if ((a < 0) == (b < 0)) continue;
    const double crossing = t + dt * a / (a - b);
    CHECK(0.5 / (crossing - last) == doctest::Approx(wave.pitch((crossing + last) / 2)).epsilon(1e-3));
    last = crossing;
  }
  CHECK(last > 0.019);
}

TEST_CASE("a bubble's amplitude falls by 60 dB in 6.908 / d") {
  const BubbleWave wave = bubble_wave(0.003, 0.0, 1.0, kMinnaertConstant);
  const auto peak_near = [&](double time) {
    double peak = 0;
    for (double t = time; t < time + 1 / wave.frequency; t += 1e-7) peak = std::max(peak, std::abs(wave.value(t)));
    return peak;
  };
  const double first = 0.1 / wave.decay, t60 = 6.907755 / wave.decay;
  // a shift by whole periods compares like with like
  const double periods = std::round(t60 * wave.frequency) / wave.frequency;
  const double measured = periods * 3 / std::log10(peak_near(first) / peak_near(first + periods));
  CHECK(measured == doctest::Approx(t60).epsilon(0.005));
}

TEST_CASE("the flow of a voice changes as fast as the bubble's pressure at one metre asks") {
  const SampleRate rate{192000};
  for (const double radius : {0.0006, 0.002, 0.005}) {
    const BubbleWave wave = bubble_wave(radius, 0.1, 2.0, kMinnaertConstant);
    const double birth = 10.37 / rate.hz;  // between two samples
    const std::vector<double> flow = flow_of(wave, birth, rate, 4000);
    for (std::size_t i = 0; i < 11; ++i) CHECK(flow[i] == 0);
    // The slow leak of the bubble's change of volume adds less than 20 Hz / f0 of the amplitude.
    const double leak = 20 / wave.frequency;
    double worst = 0;
    for (std::size_t i = 16; i < 3000; ++i)
      worst = std::max(worst, std::abs(pressure(flow, i, rate) - wave.value(static_cast<double>(i) / rate.hz - birth)));
    CHECK(worst < 2.0 * (1.05 * leak + 2e-3));
  }
}

TEST_CASE("a voice ends in silence without a step, and may then be recycled") {
  const SampleRate rate{48000};
  BubbleVoice voice(bubble_wave(0.001, 0.1, 1.0, kMinnaertConstant), 0.0, rate);
  std::vector<double> flow(48000 * 2);
  voice.fill(0, flow);
  CHECK(voice.is_silent());
  double peak = 0, last = 0;
  for (std::size_t i = 1; i < flow.size(); ++i) {
    peak = std::max(peak, std::abs(flow[i]));
    if (flow[i] == 0 && flow[i - 1] != 0) last = std::abs(flow[i - 1]);
  }
  CHECK(last < 3e-5 * peak);
}

TEST_CASE("a pitch that rises towards Nyquist fades away before it aliases") {
  const SampleRate rate{48000};
  // 0.18 mm begins at 18.3 kHz and would pass 24 kHz
  const BubbleWave wave = bubble_wave(0.00018, 0.5, 1.0, kMinnaertConstant);
  const std::vector<double> flow = flow_of(wave, 0.0, rate, 4000);
  const double end = (0.45 * rate.hz / wave.frequency - 1) / wave.sigma;  // [s]
  const auto after = static_cast<std::size_t>(std::ceil(end * rate.hz)) + 2;
  const double leak = std::exp(-2 * kPi * 20 / rate.hz);
  for (std::size_t i = after; i + 1 < 2000; ++i)  // only the slow leak is left: no ringing
    CHECK(std::abs(flow[i + 1] - leak * flow[i]) < 1e-9 * std::abs(flow[after]));
  CHECK(BubbleVoice(bubble_wave(0.0001, 0.1, 1.0, kMinnaertConstant), 0, rate).is_silent());  // 33 kHz
}

TEST_CASE("a bubble's block split in two sounds like the block") {
  const SampleRate rate{44100};
  const BubbleWave wave = bubble_wave(0.001, 0.1, 1.0, kMinnaertConstant);
  const std::vector<double> whole = flow_of(wave, 0.001, rate, 512);
  BubbleVoice voice(wave, 0.001, rate);
  std::vector<double> parts(512);
  voice.fill(0, std::span(parts).first(77));
  voice.fill(77, std::span(parts).subspan(77));
  CHECK(parts == whole);
}

TEST_CASE("each bubble of a cloud is a monopole at its birth place, and silent voices are dropped") {
  BubbleCloud cloud(3, 1.2);
  MotionEvents events;
  events.bubbles = {{.time = 0.0001, .object = 3, .position = {1, 2, 3}, .radius = 0.0005, .rise = 0.1},
                    {.time = 0.0002, .object = 1, .position = {}, .radius = 0.0005, .rise = 0.1}};
  SourceSignals signals;
  TimeBlock block{.first = 0, .count = 32, .rate = {48000}, .frames = {}};
  cloud.radiate(events, block, signals);
  REQUIRE(signals.sources.size() == 1);
  CHECK(signals.sources[0].path[0].position == Vec3{1, 2, 3});
  CHECK(signals.sources[0].monopole.size() == 32);
  events.bubbles.clear();
  for (block.first = 32; block.first < 48000; block.first += 32) {
    signals.sources.clear();
    cloud.radiate(events, block, signals);
  }
  CHECK(signals.sources.empty());
}
