#include "propagation/absorption_filter.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "audio/kaiser_window.h"
#include "propagation/air_absorption.h"

namespace resound {
namespace {

constexpr int kSpectrum = 4096;         // steps from 0 to half the rate
constexpr double kReachSeconds = 5e-3;  // nitrogen relaxes within about half a millisecond in moist air
constexpr int kMostReach = 1024;        // [samples]
constexpr double kWindowBeta = 6;
constexpr double kNegligible = 1e-5;  // of a unit sum

// The window blurs the gain over some hundred hertz, also into the lowest notes, which lose nothing in truth: what they
// lack is given back in the window's own shape.
void restore_unit_sum(std::vector<double>& half, int reach) {
  double sum = half[0], bell = 1;
  for (int k = 1; k <= reach; ++k) {
    sum += 2 * half[static_cast<std::size_t>(k)];
    bell += 2 * kaiser_window(k / (reach + 1.0), kWindowBeta);
  }
  for (int k = 0; k <= reach; ++k)
    half[static_cast<std::size_t>(k)] += (1 - sum) / bell * kaiser_window(k / (reach + 1.0), kWindowBeta);
}

}  // namespace

AbsorptionFilter::AbsorptionFilter(const Air& air, SampleRate rate)
    : longest_reach_(std::min(kMostReach, static_cast<int>(std::ceil(kReachSeconds * rate.hz)))) {
  const double np_per_db = std::numbers::ln10 / 20;
  for (int i = 0; i <= kSpectrum; ++i)
    loss_.push_back(np_per_db * absorption_coefficient(0.5 * rate.hz * i / kSpectrum, air));
}

// The inverse cosine transform of the wanted gain, under a long window.
std::vector<double> AbsorptionFilter::taps(double distance) const {
  std::vector<double> gain(loss_.size()), cosine(2 * kSpectrum);
  for (std::size_t i = 0; i < gain.size(); ++i) gain[i] = std::exp(-loss_[i] * distance);
  gain.front() /= 2, gain.back() /= 2;
  for (std::size_t i = 0; i < cosine.size(); ++i)
    cosine[i] = std::cos(std::numbers::pi * static_cast<double>(i) / kSpectrum);

  std::vector<double> half;  // from the middle outward
  for (int k = 0; k <= longest_reach_; ++k) {
    double sum = 0;
    for (std::size_t i = 0; i < gain.size(); ++i)
      sum += gain[i] * cosine[i * static_cast<std::size_t>(k) % cosine.size()];
    half.push_back(sum / kSpectrum * kaiser_window(k / (longest_reach_ + 1.0), kWindowBeta));
  }
  restore_unit_sum(half, longest_reach_);
  double dropped = 0;
  while (half.size() > 1 && dropped + 2 * std::abs(half.back()) < kNegligible) {
    dropped += 2 * std::abs(half.back());
    half.pop_back();
  }
  std::vector<double> taps(half.rbegin(), half.rend() - 1);
  taps.insert(taps.end(), half.begin(), half.end());
  return taps;
}

}  // namespace resound
