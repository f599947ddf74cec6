#pragma once
namespace resound {

// An isotropic elastic solid.
struct ElasticMaterial {
  double young_modulus = 0;  // [Pa]
  double poisson_ratio = 0;  // [1]
  double density = 0;        // [kg/m^3]
};

}  // namespace resound
