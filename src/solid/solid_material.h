#pragma once

namespace resound {

enum class StrainLaw { st_venant_kirchhoff, neo_hookean };

// What a deforming solid is made of.
struct SolidMaterial {
  double young_modulus = 70e9;  // [Pa]
  double poisson_ratio = 0.33;  // [1]
  double density = 2700;        // [kg/m^3]
  double strain_damping = 0;  // [s]    tau: phi = tau lambda, psi = tau mu; a mode dies away as e^{-tau omega^2 t / 2}
  double mass_damping = 0;    // [1/s]  alpha: a mode dies away as e^{-alpha t / 2}
  StrainLaw law = StrainLaw::st_venant_kirchhoff;

  double lambda() const {  // [Pa]  Lame's constants
    return young_modulus * poisson_ratio / ((1 + poisson_ratio) * (1 - 2 * poisson_ratio));
  }
  double mu() const { return young_modulus / (2 * (1 + poisson_ratio)); }  // [Pa]
};

}  // namespace resound
