#pragma once
#include <limits>

#include "rod/elastic_rod.h"

namespace resound {

// Largest steps [s] of leapfrog for the waves of a rod, the least over its edges of length h and mass mu a metre:
//   stretch h sqrt(mu / EA),  bend h^2 / 2 sqrt(mu / E I),  twist h sqrt(rho I_p / G J),  tension h sqrt(mu / T)
// each of them times sqrt(1 + zeta^2) - zeta for the damping of that strain, zeta = tau / step + alpha step / 4.
struct RodStepBounds {
  double stretch = std::numeric_limits<double>::infinity();
  double bend = std::numeric_limits<double>::infinity();
  double twist = std::numeric_limits<double>::infinity();
  double tension = std::numeric_limits<double>::infinity();
  double least() const;
};
RodStepBounds step_bounds(const ElasticRod& rod, const RodState& state);

// What to use: 0.8 of the least bound of a rod in its starting shape. [s]
double stable_step(const ElasticRod& rod, const RodState& state);
double stable_step(const ElasticRod& rod);  // at rest

}  // namespace resound
