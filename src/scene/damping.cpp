#include "scene/damping.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "base/error.h"

namespace resound {

double decay_of_t60(double t60) { return 3 * std::numbers::ln10 / t60; }
double t60_of_decay(double decay) { return 3 * std::numbers::ln10 / decay; }

double Damping::decay(int mode, double omega) const {
  if (mode >= 0 && mode < static_cast<int>(mode_t60.size()))
    if (const double t60 = mode_t60[static_cast<std::size_t>(mode)]; t60 > 0) return decay_of_t60(t60);
  return (stiffness_time * omega * omega + mass_rate + loss_factor * omega) / 2;
}

// zeta = (alpha1 omega + alpha2 / omega) / 2 at both points:
//   alpha1 = 2 (z2 w2 - z1 w1) / (w2^2 - w1^2),   alpha2 = 2 w1 w2 (z1 w2 - z2 w1) / (w2^2 - w1^2)
Damping rayleigh_from_two(const DampingPoint& a, const DampingPoint& b) {
  const double w1 = a.omega, w2 = b.omega, z1 = a.damping_ratio, z2 = b.damping_ratio;
  const double between = w2 * w2 - w1 * w1;
  if (!(w1 > 0 && w2 > 0) || between == 0 || !(z1 >= 0 && z2 >= 0))
    throw InputError("Rayleigh damping needs two different positive frequencies with damping ratios of 0 or more");
  Damping damping;
  damping.stiffness_time = 2 * (z2 * w2 - z1 * w1) / between;
  damping.mass_rate = 2 * w1 * w2 * (z1 * w2 - z2 * w1) / between;
  if (damping.stiffness_time < 0 || damping.mass_rate < 0)
    throw InputError(fmt::format(
        "no Rayleigh damping joins ratios {} at {:.4g} Hz and {} at {:.4g} Hz: their quotient must lie between "
        "that of the frequencies and its inverse; give a loss factor or T60 of single modes instead",
        z1, w1 / (2 * std::numbers::pi), z2, w2 / (2 * std::numbers::pi)));
  return damping;
}

}  // namespace resound
