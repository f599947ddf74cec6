#include "collision_statistics/kinetic_theory.h"

#include <algorithm>
#include <cmath>

#include "numerics/pi.h"

namespace resound {

double contact_value(double phi) { return (1 - phi / 2) / ((1 - phi) * (1 - phi) * (1 - phi)); }

double fraction_at_touch(double phi_g, double densest) {
  double low = 0, high = densest;
  for (int i = 0; i < 40; ++i) {
    const double phi = (low + high) / 2;
    (phi * contact_value(phi) < phi_g ? low : high) = phi;
  }
  return (low + high) / 2;
}

double collision_frequency(double phi, double diameter, double temperature) {
  return 24 * phi * contact_value(phi) * std::sqrt(temperature / kPi) / diameter;
}

double energy_of_fastest(double share) { return share > 0 ? share * (1 - std::log(share)) : 0; }

double sheared_temperature(double shear, double diameter, double phi, double restitution) {
  if (!(phi > 0)) return 0;
  const double flight = 1 + 5 / (8 * phi * contact_value(phi));
  const double c = 2.0 / 15 * (1 + kPi / 12 * flight * flight);
  const double step = shear * diameter;
  return step * step * c / std::max(1 - restitution * restitution, 1e-3);
}

}  // namespace resound
