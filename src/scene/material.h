#pragma once
#include <string>

#include "geometry/shape.h"
#include "scene/damping.h"

namespace resound {

// What an elastic body is made of.
struct Material {
  std::string name = "aluminium";
  double young_modulus = 70e9;  // [Pa]
  double density = 2700;        // [kg/m^3]
  double poisson_ratio = 0.33;  // [1]
  Look look{Finish::aluminium, {0.91, 0.92, 0.92}};
  Damping damping{.mass_rate = 0.5, .loss_factor = 2e-4};  // of the material, and of the air and thread around it
  double restitution = 0.7;                                // [1]  against its like, at about 1 m/s
};

}  // namespace resound
