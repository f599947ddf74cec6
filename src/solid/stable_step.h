#pragma once
#include <vector>

#include "solid/elastic_solid.h"

namespace resound {

// The largest angular frequency [rad/s] of a solid at rest whose `held` nodes do not move, by power iteration on M^-1
// K. The matrix is never formed: K u is the difference of the forces about rest.
double highest_frequency(const ElasticSolid& solid, const std::vector<int>& held = {});

// Largest stable step [s] of symplectic Euler with damping taken from the last known velocity:
//   dt = (2 / omega) ( sqrt(1 + zeta^2) - zeta ),  zeta = tau omega / 2 + alpha / (2 omega)
double stable_step(double highest_frequency, const SolidMaterial& material);

}  // namespace resound
