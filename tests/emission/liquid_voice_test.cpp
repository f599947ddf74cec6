#include "emission/liquid/liquid_voice.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include "emission/liquid/air_column.h"
#include "numerics/pi.h"
#include "numerics/random_stream.h"
#include "scene/bubble.h"

using namespace resound;

namespace {

using Complex = std::complex<double>;

// Pressure at one metre of a bubble that is a monopole: the flow's rate of change over 4 pi.
std::vector<double> pressure_of(const BubbleWave& wave, SampleRate rate, int count) {
  BubbleVoice voice(wave, 0, rate, wave.decay);
  std::vector<double> flow(static_cast<std::size_t>(count)), p(flow.size());
  voice.fill(0, flow);
  for (std::size_t i = 3; i + 3 < flow.size(); ++i)
    p[i] = (45 * (flow[i + 1] - flow[i - 1]) - 9 * (flow[i + 2] - flow[i - 2]) + (flow[i + 3] - flow[i - 3])) / 60 *
           rate.hz / (4 * kPi);
  return p;
}

// Phase and size of the ringing about a sample: what a short smooth window sees turning at the frequency f.
Complex phasor_at(const std::vector<double>& p, std::size_t centre, double f, SampleRate rate, int half) {
  Complex sum = 0;
  for (int k = -half; k <= half; ++k) {
    const double t = k / rate.hz, w = 0.5 + 0.5 * std::cos(kPi * k / (half + 1.0));
    sum += w * p[static_cast<std::size_t>(static_cast<int>(centre) + k)] * std::polar(1.0, -2 * kPi * f * t);
  }
  return sum;
}

struct Ringing {
  double frequency, decay;  // [Hz], [1/s]
};
// By the phase, unwrapped, and the size of the phasors at two near instants.
Ringing ringing_at(const std::vector<double>& p, double time, double guess, SampleRate rate) {
  const auto a = static_cast<std::size_t>(std::lround(time * rate.hz));
  const int half = static_cast<int>(std::lround(3 * rate.hz / guess));
  const auto apart = static_cast<std::size_t>(std::lround(rate.hz / guess));
  const Complex first = phasor_at(p, a, guess, rate, half), second = phasor_at(p, a + apart, guess, rate, half);
  const double dt = static_cast<double>(apart) / rate.hz;
  const double turned = std::arg(second / first * std::polar(1.0, -2 * kPi * guess * dt));
  return {guess + turned / (2 * kPi * dt), -std::log(std::abs(second / first)) / dt};
}

TimeBlock block_at(SampleIndex first, int count) { return {first, count, {48000}, {}}; }

}  // namespace

TEST_CASE("a bubble of 1 mm rings at 3286 Hz, loses 407 1/s and rises as f0 (1 + sigma t), not twice as fast") {
  const SampleRate rate{384000};
  const LiquidMatter water;
  const BubbleWave steady = bubble_wave(0.001, 0, 1, water);
  CHECK(std::abs(steady.frequency - 3286) < 2);
  CHECK(steady.decay == doctest::Approx(407).epsilon(0.01));
  const std::vector<double> p = pressure_of(steady, rate, 20000);
  const Ringing measured = ringing_at(p, 0.004, 3300, rate);
  CHECK(std::abs(measured.frequency - 3286) < 2);
  CHECK(measured.decay == doctest::Approx(407).epsilon(0.01));

  const BubbleWave rising = bubble_wave(0.001, 0.2, 1, water);
  const std::vector<double> chirp = pressure_of(rising, rate, 20000);
  for (const double time : {0.002, 0.004, 0.006, 0.008}) {
    const double expected = rising.frequency * (1 + rising.sigma * time);
    // the phasors stand a period apart: their frequency is that of the middle
    const Ringing now = ringing_at(chirp, time - 0.5 / expected, expected, rate);
    CAPTURE(time);
    CHECK(now.frequency == doctest::Approx(expected).epsilon(0.003));
    CHECK(std::abs(now.frequency - rising.frequency * (1 + 2 * rising.sigma * time)) > 0.05 * expected);
  }
}

TEST_CASE("as published a bubble is flat by 158 cents and its pitch rises twice as fast") {
  const BubbleWave printed = published_bubble_wave(0.001, 0.1, 1), right = bubble_wave(0.001, 0.1, 1, LiquidMatter{});
  CHECK(1200 * std::log2(right.frequency / printed.frequency) == doctest::Approx(158).epsilon(0.01));
  CHECK(printed.sigma == doctest::Approx(2 * 0.1 * printed.decay));
  CHECK(printed.decay == doctest::Approx(0.043 * 3000 + 0.0014 * std::pow(3000, 1.5)));
  // a sin(2 pi f(t) t) exp(-d t) as it stands in the paper
  const double t = 0.003, sigma = 0.1 * printed.decay;
  CHECK(printed.value(t) ==
        doctest::Approx(std::sin(2 * kPi * 3000 * (1 + sigma * t) * t) * std::exp(-printed.decay * t)));
}

TEST_CASE("bubbles from 0.5 to 10 mm decay as radiation, heat and viscosity ask") {
  const double expected[][3] = {{0.5, 6572, 1011}, {1, 3286, 407}, {2, 1643, 167},
                                {3, 1095, 100},    {5, 657, 53},   {10, 329, 23}};
  for (const auto& [millimetres, pitch, decay] : expected) {
    const BubbleWave wave = bubble_wave(millimetres * 1e-3, 0, 1, LiquidMatter{});
    CHECK(wave.frequency == doctest::Approx(pitch).epsilon(0.002));
    CHECK(wave.decay == doctest::Approx(decay).epsilon(0.02));
  }
}

TEST_CASE("a shallow bubble is an upright dipole weaker by 2 k D; a deep one a monopole") {
  const auto source_of = [](double depth) {
    BubbleCloud cloud(0, 1.2, LiquidBubbles{});
    MotionEvents events;
    events.bubbles = {{.time = 0,
                       .object = 0,
                       .position = {0, 0, -depth},
                       .radius = 0.001,
                       .rise = 0,
                       .depth = depth,
                       .swing = 0.05}};
    SourceSignals signals;
    cloud.radiate(events, block_at(0, 64), signals);
    REQUIRE(signals.sources.size() == 1);
    const Source& source = signals.sources[0];
    const auto peak = [](std::span<const double> values) {
      double most = 0;
      for (const double value : values) most = std::max(most, std::abs(value));
      return most;
    };
    return std::pair(peak(source.monopole), peak(source.dipole[2]));
  };
  const double k = 2 * kPi * 3286.2 / 1482;
  const auto [deep_flow, deep_force] = source_of(0.1);
  CHECK(deep_force == 0);
  for (const double depth : {0.002, 0.005, 0.01}) {
    const auto [flow, force] = source_of(depth);
    CHECK(flow == 0);
    CHECK(force / 343 == doctest::Approx(2 * k * depth * deep_flow).epsilon(0.002));
  }
}

TEST_CASE(
    "an impact rings at 3.3 m/s over its radius, glides up by a fifth in 10 ms and is as loud as r v^3 when soft") {
  const SampleRate rate{48000};
  LiquidImpact impact{.time = 0, .object = 0, .position = {}, .radius = 0.005, .speed = 1};
  ImpactVoice voice(impact, 1, 1.2, rate);
  std::vector<double> flow(4800);
  voice.fill(0, flow);
  CHECK(voice.is_silent());
  std::vector<double> p(flow.size());
  for (std::size_t i = 1; i + 1 < flow.size(); ++i) p[i] = (flow[i + 1] - flow[i - 1]) * rate.hz / 2 / (4 * kPi);
  const auto level_at = [&](double f, double time) {
    return std::abs(phasor_at(p, static_cast<std::size_t>(time * rate.hz), f, rate, 120));
  };
  double best = 0;
  for (double f = 300; f < 1200; f += 5)
    if (level_at(f, 0.004) > level_at(best, 0.004)) best = f;
  CHECK(best == doctest::Approx(660 * (1 + 20 * 0.004)).epsilon(0.08));
  const double peak = *std::ranges::max_element(p);
  CHECK(peak > 0.3 * ImpactVoice::pressure(0.005, 1, 1.2));
  CHECK(peak < 2 * ImpactVoice::pressure(0.005, 1, 1.2));
  CHECK(ImpactVoice::pressure(0.010, 1, 1.2) == doctest::Approx(2 * ImpactVoice::pressure(0.005, 1, 1.2)));
  CHECK(ImpactVoice::pressure(0.005, 2, 1.2) ==
        doctest::Approx(8 * ImpactVoice::pressure(0.005, 1, 1.2)).epsilon(0.01));
  CHECK(ImpactVoice::pressure(0.005, 100, 1.2) < 11 * ImpactVoice::pressure(0.005, 2, 1.2));
  CHECK(ImpactVoice::pitch(1) == 200);
  CHECK(ImpactVoice::pitch(1e-4) == 6000);
}

TEST_CASE("the air column's note follows c / (4 (H - h + 0.61 R)) within 3 per cent while a glass fills") {
  const double height = 0.12, radius = 0.035, duration = 3;
  const Air air;
  SplashSound sound;
  LiquidVoice voice(sound, {}, 0, air);
  const auto level_at = [&](double time) { return 0.1 * time / duration; };
  const auto note_at = [&](double time) {
    return speed_of_sound(air) / (4 * (height - level_at(time) + 0.61 * radius));
  };
  std::vector<double> heard, inside;  // [kg/s]  at the mouth; of all that sounds in the glass
  std::uint64_t event = 0;
  for (SampleIndex first = 0; first < static_cast<SampleIndex>(48000 * duration); first += 32) {
    MotionEvents events;
    const TimeBlock block = block_at(first, 32);
    if (first % 960 == 0)
      events.levels.push_back({block.begin(),
                               0,
                               0,
                               level_at(block.begin()),
                               0,
                               height - level_at(block.begin()) + 0.61 * radius,
                               radius,
                               {0, 0, height}});
    RandomStream random(1, 0, event++);
    if (random.uniform() < 0.8)  // a stream of drops of all sizes
      events.impacts.push_back({.time = block.begin(),
                                .object = 0,
                                .position = {},
                                .radius = 0.0008 + 0.006 * random.uniform(),
                                .speed = 1.5});
    SourceSignals signals;
    voice.radiate(events, block, signals);
    REQUIRE(!signals.sources.empty());
    const Source& column = signals.sources.back();
    CHECK(column.path[0].position == Vec3{0, 0, height});
    heard.insert(heard.end(), column.monopole.begin(), column.monopole.end());
    for (std::size_t i = 0; i < 32; ++i) {
      inside.push_back(0);
      for (std::size_t s = 0; s + 1 < signals.sources.size(); ++s) inside.back() += signals.sources[s].monopole[i];
    }
  }
  for (double time = 0.4; time < duration - 0.3; time += 0.4) {  // what the column makes of it, by its peak
    double best = 0, most = 0;
    for (double f = 300; f < 4000; f *= 1.004) {
      double out = 0, in = 0;
      for (int part = -4; part <= 4; ++part) {
        const auto centre = static_cast<std::size_t>((time + 0.01 * part) * 48000);
        out += std::norm(phasor_at(heard, centre, f, {48000}, 700));
        in += std::norm(phasor_at(inside, centre, f, {48000}, 700));
      }
      if (out / in > most) most = out / in, best = f;
    }
    CAPTURE(time);
    CHECK(best == doctest::Approx(note_at(time)).epsilon(0.03));
  }
}

TEST_CASE("a liquid's voices saved in the middle go on as if nothing had happened") {
  const auto play = [](bool interrupted) {
    LiquidVoice voice({}, {}, 0, {});
    std::vector<double> all;
    for (SampleIndex first = 0; first < 3200; first += 32) {
      MotionEvents events;
      if (first == 0) {
        events.bubbles = {
            {.time = 0.0001, .object = 0, .position = {}, .radius = 0.002, .rise = 0.1, .depth = 0.01, .swing = 0.05}};
        events.impacts = {{.time = 0.0002, .object = 0, .position = {}, .radius = 0.005, .speed = 2}};
        events.levels = {{0, 0, 0, 0.02, 0.2, 0.1, 0.03, {0, 0, 0.1}}};
      }
      if (interrupted && first == 320) {
        StateArchive saved;
        voice.archive(saved);
        StateArchive loaded(saved.bytes());
        voice = LiquidVoice({}, {}, 0, {});
        voice.archive(loaded);
      }
      SourceSignals signals;
      voice.radiate(events, block_at(first, 32), signals);
      for (const Source& source : signals.sources) {
        all.insert(all.end(), source.monopole.begin(), source.monopole.end());
        all.insert(all.end(), source.dipole[2].begin(), source.dipole[2].end());
      }
    }
    return all;
  };
  CHECK(play(true) == play(false));
}

TEST_CASE("the mouth of a vessel that moves goes on from block to block without a jump") {
  LiquidLevel level{0, 0, 0, 0.02, 0.2, 0.1, 0.03, {0, 0, 0.1}};
  AirColumn column(level, 343);
  std::vector<double> input(32), flow(32);
  Vec3 before = level.mouth;
  double farthest = 0;
  for (int block = 0; block < 3000; ++block) {
    if (block % 30 == 0) {  // 20 ms, in which the vessel goes 12 mm
      level.mouth.x = 0.0004 * block;
      column.follow(level);
    }
    column.fill(block_at(32 * block, 32), input, flow);
    const auto path = column.path();
    CHECK(length(path.front().position - before) < 1e-12);
    before = path.back().position;
    farthest = std::max(farthest, std::abs(before.x - 0.0004 * block));
  }
  CHECK(farthest < 0.04);  // [m]  by which it is late at 0.6 m/s
}
