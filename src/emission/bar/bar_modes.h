#pragma once
#include <vector>

#include "emission/bar/uniform_bar.h"

namespace resound {

// One standing wave of a uniform bar, written with waves that decay away from each end so that no mode, however high,
// is a difference of huge numbers (the textbook form with cosh and sinh loses all digits from about the twelfth):
//   phi(x) = a cos(s) + b sin(s) + c exp(-s) + d exp(s - lambda),   s = lambda x / L,   mean of phi^2 over the bar = 1
struct BarMode {
  double lambda = 0;       // [1]  root of the characteristic equation
  double omega = 0;        // [rad/s]  lambda^2 kappa / L^2, undamped
  double slope_ratio = 0;  // [1/m^2]  B = int phi'^2 dx / int phi^2 dx: how strongly u_txx damps this mode
  double length = 0;       // [m]  of the bar
  double a = 0, b = 0, c = 0, d = 0;

  double shape(double x) const;  // phi at x metres from the left end
  double slope(double x) const;  // [1/m]
};

// Mode number `index` from 1; the rigid motions of a free bar are not counted.
BarMode bar_mode(const UniformBar& bar, int index);

// All modes below a frequency, from the lowest. Euler-Bernoulli: right while the wave is much longer than the bar is
// thick.
std::vector<BarMode> bar_modes(const UniformBar& bar, double max_frequency);  // [Hz]

}  // namespace resound
