#include "output/sound_statistics.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "output/compare.h"
#include "output/decibel.h"
#include "output/fourier.h"
#include "output/welch.h"

namespace resound {
namespace {

constexpr double kLoud = 2;       // [rms]
constexpr double kPause = 0.001;  // [s]

double clicks_per_second(std::span<const float> sound, double rms, double rate) {
  const auto pause = static_cast<std::ptrdiff_t>(kPause * rate);
  std::ptrdiff_t last = -pause - 1;
  double clicks = 0;
  for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(sound.size()); ++i) {
    if (std::abs(static_cast<double>(sound[static_cast<std::size_t>(i)])) < kLoud * rms || i - last <= pause) continue;
    ++clicks;
    last = i;
  }
  return sound.empty() ? 0 : clicks * rate / static_cast<double>(sound.size());
}

}  // namespace

SoundStatistics sound_statistics(std::span<const float> sound, double rate) {
  double squares = 0, fourths = 0;
  for (const float p : sound) {
    const double square = static_cast<double>(p) * p;
    squares += square, fourths += square * square;
  }
  const double count = std::max<double>(1, static_cast<double>(sound.size()));
  SoundStatistics found;
  found.rms = std::sqrt(squares / count);
  found.kurtosis = squares > 0 ? fourths * count / (squares * squares) : 0;
  found.clicks = clicks_per_second(sound, found.rms, rate);
  found.band_levels = octave_levels(power_spectrum(sound), rate, 1);
  return found;
}

}  // namespace resound
