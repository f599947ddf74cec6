#include "scene/solid.h"

#include <numbers>

namespace resound {

// xi = (tau omega^2 + alpha) / 2 equals eta omega / 2 at both frequencies if tau = eta / (w1 + w2), alpha = tau w1 w2.
SolidDamping damping_of(const Solid& solid) {
  const Damping& losses = solid.material.damping;
  const double low = 2 * std::numbers::pi * kLossFitLow, high = 2 * std::numbers::pi * kLossFitHigh;
  const double tau = losses.loss_factor / (low + high);
  return {solid.strain_damping.value_or(losses.stiffness_time + tau),
          solid.mass_damping.value_or(losses.mass_rate + tau * low * high)};
}

}  // namespace resound
