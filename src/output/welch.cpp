#include "output/welch.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "output/compare.h"
#include "output/decibel.h"
#include "output/fourier.h"

namespace resound {

std::vector<double> power_spectrum(std::span<const float> signal) {
  RealFourier fourier(kWelchWindow);
  std::vector<double> power(kWelchWindow / 2 + 1);
  std::vector<float> windowed(kWelchWindow);
  for (std::ptrdiff_t begin = -kWelchWindow / 2; begin < static_cast<std::ptrdiff_t>(signal.size());
       begin += kWelchWindow / 2) {
    for (std::ptrdiff_t n = 0; n < kWelchWindow; ++n) {
      const std::ptrdiff_t i = begin + n;
      const bool is_inside = i >= 0 && i < static_cast<std::ptrdiff_t>(signal.size());
      const double s = std::sin(std::numbers::pi * (static_cast<double>(n) + 0.5) / kWelchWindow);
      windowed[static_cast<std::size_t>(n)] =
          is_inside ? static_cast<float>(s) * signal[static_cast<std::size_t>(i)] : 0.0f;
    }
    // sin windows at half overlap have squares that add up to one everywhere: no sample counts more than another
    const auto spectrum = fourier.forward(windowed);
    for (std::size_t k = 0; k < power.size(); ++k)
      power[k] += (k == 0 || k == kWelchWindow / 2 ? 1.0 : 2.0) * std::norm(spectrum[k]) / kWelchWindow;
  }
  for (double& p : power) p /= std::max<double>(1, static_cast<double>(signal.size()));
  return power;
}

// Bins that a band's edge cuts count by the part that lies inside.
std::vector<double> octave_levels(const std::vector<double>& power, double rate, double reference) {
  std::vector<double> levels;
  const double step = rate / kWelchWindow;
  for (const double centre : octave_centres()) {
    const double low = centre / std::numbers::sqrt2 / step + 0.5, high = centre * std::numbers::sqrt2 / step + 0.5;
    double sum = 0;
    for (std::size_t k = 0; k < power.size(); ++k) {
      const double inside = std::min(high, static_cast<double>(k) + 1) - std::max(low, static_cast<double>(k));
      sum += std::clamp(inside, 0.0, 1.0) * power[k];
    }
    levels.push_back(to_decibel(std::sqrt(sum) / reference));
  }
  return levels;
}

}  // namespace resound
