#include "geometry/element_size.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace resound {

double bending_wavelength(const WaveMedium& medium, double thickness, double frequency) {
  const double omega = 2 * std::numbers::pi * frequency, h = thickness, nu = medium.poisson_ratio;
  const double stiffness_to_mass = medium.young_modulus * h * h / (12 * (1 - nu * nu) * medium.density);  // D/(rho h)
  return 2 * std::numbers::pi * std::sqrt(std::sqrt(stiffness_to_mass) / omega);
}

double shear_wavelength(const WaveMedium& medium, double frequency) {
  return std::sqrt(medium.young_modulus / (2 * (1 + medium.poisson_ratio) * medium.density)) / frequency;
}

double default_edge(double wall, double size, const WaveMedium& medium, double max_frequency) {
  const double wave =
      std::min(bending_wavelength(medium, wall, max_frequency), shear_wavelength(medium, max_frequency));
  return std::min({5 * wall, wave / 6, size / 8});
}

}  // namespace resound
