#pragma once
#include <cstddef>
#include <vector>

namespace resound {

// How the rate of collisions runs through a window of time that has a certain count, given those of the windows before
// and after it: a parabola with the window's own mean, which meets its neighbours' at the borders. Were the rate even
// in each window instead, it would jump at every border, and jumps that come 1/T times a second are a buzz.
class WindowProfile {
 public:
  WindowProfile(double before, double here, double after);

  double density(double x) const { return begin_ + x * (end_ - begin_ + bend_ * (1 - x)); }  // x: 0 … 1; its mean is 1
  double place_of(double share) const;  // where this share of the window's collisions is over; 0 … 1
  // The same to within a 256th of the collisions, for many: straight between shares that are known.
  void tabulate();
  double quick_place_of(double share) const {
    const double at = share * kSteps;
    const auto k = static_cast<std::size_t>(at);
    return steps_[k] + (at - static_cast<double>(k)) * (steps_[k + 1] - steps_[k]);
  }

 private:
  static constexpr std::size_t kSteps = 256;
  double begin_ = 1, end_ = 1, bend_ = 0;
  std::vector<double> steps_;  // places of shares k / kSteps
};

}  // namespace resound
