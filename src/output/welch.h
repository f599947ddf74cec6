#pragma once
#include <span>
#include <vector>

namespace resound {

inline constexpr int kWelchWindow = 8192;  // [samples]

// Power in each bin of width rate / kWelchWindow, so that the bins add up to the mean square (Welch, half overlap).
// The last 5 ms fade out and count as much less: a file that ends in the middle of a click spills nothing.
std::vector<double> power_spectrum(std::span<const float> signal);

// Level of each octave [dB re reference], see octave_centres() in compare.h.
std::vector<double> octave_levels(const std::vector<double>& power, double rate, double reference);

}  // namespace resound
