#include "collision_statistics/window_profile.h"

#include <algorithm>
#include <cmath>

namespace resound {
namespace {

// Added to every count: a few collisions say next to nothing about a rate, and single ones must not gather in the
// middles of their windows.
constexpr double kPrior = 8;

// What two windows have at their border. A parabola with this mean and borders up to twice the mean is never negative.
double border(double a, double b) { return std::min((a + b) / 2, 2 * std::min(a, b)); }

}  // namespace

WindowProfile::WindowProfile(double before, double here, double after) {
  const double mean = here + kPrior;
  begin_ = border(before + kPrior, mean) / mean;
  end_ = border(mean, after + kPrior) / mean;
  bend_ = 6 - 3 * (begin_ + end_);
}

void WindowProfile::tabulate() {
  steps_.resize(kSteps + 2);
  for (std::size_t k = 0; k <= kSteps; ++k) steps_[k] = place_of(static_cast<double>(k) / kSteps);
  steps_.front() = 0;
  steps_[kSteps] = steps_[kSteps + 1] = 1;
}

// Newton's method on the cubic of the shares, held between bounds where the density is next to nothing.
double WindowProfile::place_of(double share) const {
  if (bend_ == 0 && begin_ == end_) return share;
  double low = 0, high = 1, x = share;
  for (int i = 0; i < 12; ++i) {
    const double over = x * (begin_ + x * ((end_ - begin_ + bend_) / 2 - x * bend_ / 3)) - share;
    (over > 0 ? high : low) = x;
    const double next = x - over / density(x);
    const double kept = next > low && next < high ? next : (low + high) / 2;
    if (std::abs(kept - x) < 1e-10) return kept;
    x = kept;
  }
  return x;
}

}  // namespace resound
