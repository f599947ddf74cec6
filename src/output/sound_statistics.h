#pragma once
#include <span>
#include <vector>

namespace resound {

// What a noise of many small clicks is described by.
struct SoundStatistics {
  double rms = 0;       // [as the samples]
  double kurtosis = 0;  // [1]    mean of p^4 over the square of that of p^2: 3 for steady noise, more for clicks
  double clicks = 0;    // [1/s]  rises above twice the rms, at most one a millisecond
  std::vector<double> band_levels;  // [dB re 1]  of each octave, see octave_centres() in compare.h
};

SoundStatistics sound_statistics(std::span<const float> sound, double rate);  // [Hz]

}  // namespace resound
