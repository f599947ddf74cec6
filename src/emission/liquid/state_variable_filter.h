#pragma once
#include <cmath>

#include "numerics/pi.h"

namespace resound {

// A second-order resonator whose frequency may move from sample to sample without a click (trapezoidal rule, states
// are the charges of its two integrators). For slow changes, d(low)/dt = omega band.
class StateVariableFilter {
 public:
  struct Output {
    double band, low;
  };
  // `g` = tan(pi f / rate), `k` = 1 / Q. At its frequency the band has the gain Q.
  Output step(double input, double g, double k) noexcept {
    const double band = (first_ + g * (input - second_)) / (1 + g * (g + k));
    const double low = second_ + g * band;
    first_ = 2 * band - first_;
    second_ = 2 * low - second_;
    return {band, low};
  }
  double charge() const noexcept { return std::abs(first_) + std::abs(second_); }

 private:
  double first_ = 0, second_ = 0;
};

inline double filter_tuning(double frequency, double rate) {  // g
  return std::tan(kPi * std::fmin(frequency / rate, 0.45));
}

}  // namespace resound
