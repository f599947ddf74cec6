#pragma once
#include "emission/bar/bar_modes.h"

namespace resound {

// The two losses of  u_tt = ... - 2 sigma0 u_t + 2 sigma1 u_txx.  A mode decays as exp(-(sigma0 + sigma1 x) t).
struct BarLoss {
  double sigma0 = 0;  // [1/s]
  double sigma1 = 0;  // [m^2/s]

  double decay(double x) const { return sigma0 + sigma1 * x; }  // [1/s], x in [1/m^2]
};

inline constexpr double kT60 = 6.907755278982137;  // 3 ln 10: T60 = kT60 / decay

// For modes: every mode gets sigma0 + sigma1 omega / kappa, which meets both given T60 exactly.
BarLoss modal_loss(const UniformBar& bar, const BarDecay& decay);

// For finite differences: there u_txx damps mode p by its slope ratio B_p, which equals omega / kappa only between
// supports. The fit is made so that the two modes nearest to the given frequencies decay as modal_loss says.
BarLoss grid_loss(const UniformBar& bar, const BarDecay& decay);

}  // namespace resound
