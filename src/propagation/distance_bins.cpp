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
  }
}

DistanceBins::Place DistanceBins::place(double distance) const {
  const auto next = std::ranges::upper_bound(distances_, distance);
  return place(distance, static_cast<int>(next - distances_.begin()) - 1);
}

DistanceBins::Place DistanceBins::place(double r, int hint) const {
  if (count() == 1) return {};
  int bin = std::clamp(hint, 0, count() - 2);
  while (bin > 0 && r < distance(bin)) --bin;
  while (bin < count() - 2 && r >= distance(bin + 1)) ++bin;
  return {bin, (r - distance(bin)) / (distance(bin + 1) - distance(bin))};
}

}  // namespace resound
