#include "audio/half_band.h"

#include <Eigen/Dense>
#include <cmath>
#include <numbers>
#include <numeric>

#include "audio/kaiser_window.h"

namespace resound {
namespace {

constexpr double kDepth = 88;        // [dB]
constexpr double kWindowDepth = 90;  // [dB]  of windows, whose length is estimated: some filters reach 83 only

// Kaiser's window over the ideal filter. [cycles a frame]
HalfBand<double> windowed_half_band(double transition) {
  const int reach = static_cast<int>(std::ceil((kaiser_length(kWindowDepth, transition) - 1) / 2));
  const auto tap = [&](int k) {
    return 0.5 * sinc(0.5 * k) * kaiser_window(k / (reach + 1.0), kaiser_beta(kWindowDepth));
  };
  HalfBand<double> filter;
  filter.middle = tap(0);
  const int last = reach % 2 == 1 ? reach : reach - 1;  // even ones are zero
  for (int k = -last; k <= last; k += 2) filter.taps.push_back(tap(k));
  return filter;
}

// Zero at so many frequencies of the stop band, which lie on the cosine of the frequency as the zeros of a Chebyshev
// polynomial do: no peak between them is much higher than another. Where the band is narrow, this needs by far the
// fewest taps.
//   0.5 + sum over k of 2 tap[k] cos((2 k + 1) angle) = 0
HalfBand<double> half_band_with_zeros(int pairs, double edge) {
  const double middle = (std::cos(2 * std::numbers::pi * edge) - 1) / 2;
  Eigen::MatrixXd waves(pairs, pairs);
  for (int zero = 0; zero < pairs; ++zero) {
    const double angle = std::acos(middle + (middle + 1) * std::cos(std::numbers::pi * (zero + 0.5) / pairs));
    for (int k = 0; k < pairs; ++k) waves(zero, k) = 2 * std::cos((2 * k + 1) * angle);
  }
  const Eigen::VectorXd taps = waves.colPivHouseholderQr().solve(Eigen::VectorXd::Constant(pairs, -0.5));
  HalfBand<double> filter;
  filter.middle = 0.5;
  for (int k = pairs - 1; k >= 0; --k) filter.taps.push_back(taps(k));
  for (int k = 0; k < pairs; ++k) filter.taps.push_back(taps(k));
  return filter;
}

// What does not change passes as it is.
HalfBand<double> normalized(HalfBand<double> filter) {
  const double sum = std::accumulate(filter.taps.begin(), filter.taps.end(), filter.middle);
  for (double& tap : filter.taps) tap /= sum;
  filter.middle /= sum;
  return filter;
}

// What it lets pass at a frequency. [cycles a frame]
double response(const HalfBand<double>& filter, double frequency) {
  double sum = filter.middle;
  for (std::size_t i = 0; i < filter.taps.size(); ++i)
    sum += filter.taps[i] * std::cos(2 * std::numbers::pi * frequency * (2 * static_cast<double>(i) - filter.reach()));
  return sum;
}

bool is_deep(const HalfBand<double>& filter, double edge) {
  const double allowed = std::pow(10, -kDepth / 20);
  constexpr int kLooks = 100;
  for (int i = 0; i <= kLooks; ++i)
    if (std::abs(response(filter, edge + (0.5 - edge) * i / kLooks)) > allowed) return false;
  return true;
}

}  // namespace

HalfBand<double> half_band(double edge) {
  HalfBand<double> windowed = normalized(windowed_half_band(2 * edge - 0.5));
  for (int pairs = 1; 2 * static_cast<std::size_t>(pairs) < windowed.taps.size(); ++pairs)
    if (HalfBand<double> sparse = normalized(half_band_with_zeros(pairs, edge)); is_deep(sparse, edge)) return sparse;
  return windowed;
}

}  // namespace resound
