#pragma once
#include <complex>
#include <limits>
#include <span>
#include <vector>

#include "base/clock.h"

namespace resound {

// One line of a sound, followed in time.
struct LineTrack {
  double begin = 0;               // [s]   of the first entry
  double step = 0;                // [s]   between entries
  std::vector<double> frequency;  // [Hz]  at each instant
  std::vector<double> amplitude;  // [Pa]  likewise

  double time_of(std::size_t entry) const { return begin + static_cast<double>(entry) * step; }  // [s]
  double mean_frequency() const;                                                                 // [Hz]
};

struct LineTrackSettings {
  double frequency = 1000;  // [Hz]  near the line: what is farther off than 3 / window is not heard
  double window = 0.06;     // [s]   over which is averaged (Blackman)
  int hop = 24;             // [samples]  from entry to entry
  double begin = 0;         // [s]   the stretch of the sound in which it is followed
  double end = std::numeric_limits<double>::infinity();  // [s]
};

// sound -> times e^{-i omega t}: the line comes to stand still -> low-pass -> phase and size
// A window that would reach beyond the stretch is left out. A line that is d [Hz] away from `frequency` is shown too
// weak, by a share of (d window)^2 / 2.
LineTrack follow_line(std::span<const float> sound, SampleRate rate, const LineTrackSettings& settings);

// The same, entry by entry, for phasors whose real part is the sound: turned back by e^{-i omega t} already, one a hop
// from the beginning of the stretch on.
LineTrack follow_line(std::span<const std::complex<double>> turned_back, SampleRate rate,
                      const LineTrackSettings& settings);

}  // namespace resound
