#include "emission/bar/uniform_bar.h"

#include <cmath>

#include "numerics/pi.h"

namespace resound {
namespace {

double section_area(const Bar& bar) {  // [m^2]
  return bar.section == BarSection::round ? kPi * bar.thickness * bar.thickness / 4 : bar.width * bar.thickness;
}

double gyration_radius(const Bar& bar) {  // [m]  sqrt(I / A)
  return bar.section == BarSection::round ? bar.thickness / 4 : bar.thickness / std::sqrt(12.0);
}

}  // namespace

UniformBar uniform_bar(const Bar& bar) {
  const double wave_speed = std::sqrt(bar.material.young_modulus / bar.material.density);  // [m/s] of stretching
  return {.length = bar.length,
          .kappa = gyration_radius(bar) * wave_speed,
          .mass_per_length = bar.material.density * section_area(bar),
          .left = bar.left_end,
          .right = bar.right_end};
}

double dipole_area(const Bar& bar) {
  const double half = (bar.section == BarSection::round ? bar.thickness : bar.width) / 2;
  return section_area(bar) + kPi * half * half;
}

}  // namespace resound
