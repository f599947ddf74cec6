#pragma once
#include <string>
#include <vector>

#include "output/raw_sound.h"

namespace resound {

struct PlotSettings {
  std::string title;  // none: no room is kept for it
  std::string subtitle;
  int width = 1600;   // [pixels]
  int height = 900;   // [pixels]
  double begin = 0;   // [s]  of the first sample
  double range = 80;  // [dB] of the colours, down from the strongest
};

// Waveform in pascals and level in dB SPL above, spectrogram in dB SPL per root hertz and its centroid below, with axes
// and a colour bar: a PNG, as bytes.
std::string plot_sound(const RawSound& sound, const PlotSettings& settings);

// Ticks at multiples of 1, 2 or 5 times a power of ten, at most `most` of them, inside [low, high].
std::vector<double> round_ticks(double low, double high, int most);
double step_of(const std::vector<double>& ticks);

// A number as one would write it by hand: no more digits than the step between ticks asks for.
std::string tick_label(double value, double step);

}  // namespace resound
