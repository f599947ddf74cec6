#include "propagation/distance_bins.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "propagation/air_absorption.h"

namespace resound {
namespace {

constexpr int kEvenSteps = 16;      // then each step is 1/16 of the distance
constexpr double kLossAStep = 0.2;  // [Np] at the highest frequency, for the even steps

}  // namespace

DistanceBins::DistanceBins(const Air& air, SampleRate rate) : distances_{0.0} {
  if (!air.absorption) return;
  const double np_per_db = std::numbers::ln10 / 20;
  const double loss = np_per_db * absorption_coefficient(0.45 * rate.hz, air);  // [Np/m]
  const double step = std::min(kLossAStep / loss, kFarthest / kEvenSteps);
  while (distances_.back() < kFarthest) {
    const double r = distances_.back();
    distances_.push_back(r + std::max(step, r / kEvenSteps));
    inverse_steps_.push_back(1 / (distances_.back() - r));
  }
}

DistanceBins::Place DistanceBins::place(double distance) const {
  const auto next = std::ranges::upper_bound(distances_, distance);
  return place(distance, std::clamp(static_cast<int>(next - distances_.begin()) - 1, 0, std::max(count() - 2, 0)));
}

void DistanceBins::fill_shares(int bin, std::span<const double> distances, std::span<double> shares) const {
  if (count() == 1) {
    std::ranges::fill(shares, 1.0);
    return;
  }
  const auto b = static_cast<std::size_t>(bin), last = distances_.size() - 1;
  const double here = distances_[b];
  const double rise = b > 0 ? inverse_steps_[b - 1] : 0, fall = b < last ? inverse_steps_[b] : 0;  // [1/m]
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const double beyond = distances[i] - here;
    shares[i] = std::max(0.0, 1 - std::max(-beyond * rise, beyond * fall));
  }
}

}  // namespace resound
