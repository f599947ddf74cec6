#pragma once
#include <span>
#include <vector>

namespace resound {

inline constexpr int kWelchWindow = 8192;  // [samples]

// Power in each bin of width rate / kWelchWindow, so that the bins add up to the mean square (Welch, half overlap).
std::vector<double> power_spectrum(std::span<const float> signal);

// Level of each octave [dB re reference], see octave_centres() in compare.h.
std::vector<double> octave_levels(const std::vector<double>& power, double rate, double reference);

}  // namespace resound
