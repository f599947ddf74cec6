#include "fem/material_check.h"

#include <cmath>
#include <numbers>
#include <string>

#include "base/error.h"

namespace resound {

void check_material(const ElasticMaterial& material) {
  if (!(material.young_modulus > 0) || !std::isfinite(material.young_modulus))
    throw InputError("Young's modulus is " + std::to_string(material.young_modulus) + " Pa; it must be positive");
  if (!(material.density > 0) || !std::isfinite(material.density))
    throw InputError("the density is " + std::to_string(material.density) + " kg/m^3; it must be positive");
  if (!(material.poisson_ratio > -1 && material.poisson_ratio < 0.5))
    throw InputError("Poisson's ratio is " + std::to_string(material.poisson_ratio) +
                     "; it must lie between -1 and 0.5");
}

EigenSearch eigen_search(const ModeSearch& search, const ElasticMaterial& material, double size) {
  constexpr double two_pi = 2 * std::numbers::pi;
  // A shear wave crosses the body ten times in one period of this frequency; thin bodies lie below, stout ones above.
  const double speed =
      std::sqrt(material.young_modulus / (2 * (1 + material.poisson_ratio) * material.density));  // [m/s]
  const double low = 0.1 * speed / size;                                                          // [Hz]
  return {.max_lambda = std::pow(two_pi * search.max_frequency, 2),
          .max_count = search.max_count,
          .scale = std::pow(two_pi * low, 2),
          .progress = search.progress};
}

}  // namespace resound
