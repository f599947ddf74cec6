#pragma once
#include <vector>

namespace resound {

// How fast the modes of a body die away. The three laws add up: damping that grows with stiffness (Rayleigh's first
// term), damping by mass (his second), and a loss factor, the share of the energy lost in each swing whatever its
// pitch. A mode with a T60 of its own follows that alone.
struct Damping {
  double stiffness_time = 0;       // [s]    alpha1: C = alpha1 K + ...
  double mass_rate = 0;            // [1/s]  alpha2: ... + alpha2 M
  double loss_factor = 0;          // [1]    eta
  std::vector<double> mode_t60{};  // [s]    one a mode from the lowest, as far as known; 0 means by the laws above

  // xi = (alpha1 omega^2 + alpha2) / 2 + eta omega / 2  [1/s], so that the mode dies away as e^{-xi t}.
  double decay(int mode, double omega) const;
  bool operator==(const Damping&) const = default;
};

double decay_of_t60(double t60);    // [1/s]  3 ln(10) / T60
double t60_of_decay(double decay);  // [s]

// A frequency and what it loses there.
struct DampingPoint {
  double omega = 0;          // [rad/s]
  double damping_ratio = 0;  // [1]  zeta = xi / omega, half the loss factor
};

// Rayleigh damping through two points. Between them the damping is lower than both, outside it is higher; throws
// InputError if the two cannot be joined without a negative coefficient, which would make energy at some pitch.
Damping rayleigh_from_two(const DampingPoint& a, const DampingPoint& b);

}  // namespace resound
