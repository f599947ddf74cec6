#include "output/welch.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "output/compare.h"
#include "output/decibel.h"
#include "output/fourier.h"

namespace resound {

namespace {

// A file that ends in the middle of a click would spill some of its highest notes over all octaves: what lies 70 dB
// below them could not be measured. Sounds begin with silence and need no such care.
constexpr std::ptrdiff_t kFade = 256;  // [samples]

double faded(std::ptrdiff_t i, std::ptrdiff_t size) {
  const std::ptrdiff_t left = size - i;
  if (left > kFade) return 1;
  return 0.5 - 0.5 * std::cos(std::numbers::pi * (static_cast<double>(left) - 0.5) / kFade);
}

}  // namespace

std::vector<double> power_spectrum(std::span<const float> signal) {
  const auto size = static_cast<std::ptrdiff_t>(signal.size());
  RealFourier fourier(kWelchWindow);
  std::vector<double> power(kWelchWindow / 2 + 1);
  std::vector<float> windowed(kWelchWindow);
  for (std::ptrdiff_t begin = -kWelchWindow / 2; begin < size; begin += kWelchWindow / 2) {
    for (std::ptrdiff_t n = 0; n < kWelchWindow; ++n) {
      const std::ptrdiff_t i = begin + n;
      const bool is_inside = i >= 0 && i < size;
      const double s = std::sin(std::numbers::pi * (static_cast<double>(n) + 0.5) / kWelchWindow);
      windowed[static_cast<std::size_t>(n)] =
          is_inside ? static_cast<float>(s * faded(i, size)) * signal[static_cast<std::size_t>(i)] : 0.0f;
    }
    // sin windows at half overlap have squares that add up to one everywhere: no sample counts more than another
    const auto spectrum = fourier.forward(windowed);
    for (std::size_t k = 0; k < power.size(); ++k)
      power[k] += (k == 0 || k == kWelchWindow / 2 ? 1.0 : 2.0) * std::norm(spectrum[k]) / kWelchWindow;
  }
  double weight = static_cast<double>(std::max<std::ptrdiff_t>(0, size - kFade));
  for (std::ptrdiff_t i = std::max<std::ptrdiff_t>(0, size - kFade); i < size; ++i)
    weight += faded(i, size) * faded(i, size);
  for (double& p : power) p /= std::max(1.0, weight);
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
