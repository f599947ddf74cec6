#pragma once
#include <span>
#include <vector>

#include "base/clock.h"

namespace resound {

// How loud a sound is at each frequency: a steady tone shows its own level at its peak.
struct LineSpectrum {
  double step = 0;            // [Hz]      from one value to the next; the first is 0 Hz
  std::vector<double> level;  // [dB SPL]  of a line's root mean square
};

// Of the whole piece, through one Hann window; lines that are closer than 2 / its length are not told apart.
LineSpectrum line_spectrum(std::span<const float> sound, SampleRate rate);

}  // namespace resound
