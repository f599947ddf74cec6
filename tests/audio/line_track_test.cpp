#include <doctest/doctest.h>

#include <cmath>

#include "audio/line_track.h"
#include "numerics/pi.h"

using namespace resound;

namespace {

const SampleRate kRate{48000};

// A line of 1000 Hz that wobbles by 3 Hz twice a second and by a tenth in size, beside a louder one at 1200 Hz.
constexpr double kDepth = 3, kWobble = 2;  // [Hz], [Hz]
double frequency_at(double t) { return 1000 + kDepth * std::sin(2 * kPi * kWobble * t); }
double amplitude_at(double t) { return 0.2 * (1 + 0.1 * std::cos(2 * kPi * kWobble * t)); }

std::vector<float> wobbling(double neighbour) {
  std::vector<float> sound;
  for (int n = 0; n < 48000; ++n) {
    const double t = n / 48000.0;
    const double phase = 2 * kPi * 1000 * t - kDepth / kWobble * std::cos(2 * kPi * kWobble * t);
    sound.push_back(static_cast<float>(amplitude_at(t) * std::cos(phase) + neighbour * std::cos(2 * kPi * 1200 * t)));
  }
  return sound;
}

}  // namespace

TEST_CASE("a line that wobbles is followed to 1 % of its wobble, also beside a louder one") {
  const LineTrack track = follow_line(wobbling(0.5), kRate, {.frequency = 1001, .window = 0.05, .hop = 24});
  REQUIRE(track.frequency.size() > 1800);
  double off = 0, weak = 0;
  for (std::size_t i = 0; i < track.frequency.size(); ++i) {
    const double t = track.time_of(i), detuned = 0.05 * (frequency_at(t) - 1001);
    off = std::max(off, std::abs(track.frequency[i] - frequency_at(t)));
    weak = std::max(weak, std::abs(track.amplitude[i] / (amplitude_at(t) * (1 - detuned * detuned / 2)) - 1));
  }
  CHECK(off < 0.01 * 2 * kDepth);
  CHECK(weak < 0.002);
  CHECK(track.mean_frequency() == doctest::Approx(1000).epsilon(1e-3));
}

TEST_CASE("a line is followed alike in a sound and in its phasors") {
  const LineTrackSettings settings{.frequency = 1001, .window = 0.05, .hop = 48, .begin = 0.25, .end = 0.75};
  const LineTrack of_sound = follow_line(wobbling(0), kRate, settings);
  std::vector<std::complex<double>> phasors;
  for (double t = settings.begin; t < settings.end; t += 0.001) {
    const double phase = 2 * kPi * (1000 - settings.frequency) * t - kDepth / kWobble * std::cos(2 * kPi * kWobble * t);
    phasors.push_back(std::polar(amplitude_at(t), phase));
  }
  const LineTrack of_phasors = follow_line(phasors, kRate, settings);
  REQUIRE(of_sound.frequency.size() == of_phasors.frequency.size());
  CHECK(of_sound.begin == of_phasors.begin);
  for (std::size_t i = 0; i < of_sound.frequency.size(); i += 20) {
    CHECK(of_sound.frequency[i] == doctest::Approx(of_phasors.frequency[i]).epsilon(1e-6));
    CHECK(of_sound.amplitude[i] == doctest::Approx(of_phasors.amplitude[i]).epsilon(1e-4));
  }
}
