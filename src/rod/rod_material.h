#pragma once

namespace resound {

// How tension T follows from the stretch lambda of an edge:
//   linear:       T = EA (lambda - 1)
//   neo_hookean:  T = (EA / 3)(lambda - lambda^-2), incompressible: rubber. The section shrinks by lambda^-1/2 each
//   way.
enum class StretchLaw { linear, neo_hookean };

// What a rod is made of. A mode of an unstressed rod of angular frequency omega dies away as
//   e^{-(alpha / 2 + tau omega^2 / 2) t},
// alpha being the mass damping and tau the damping of the strain that the mode lives on.
struct RodMaterial {
  double young_modulus = 200e9;  // [Pa]
  double poisson_ratio = 0.29;   // [1]
  double density = 7850;         // [kg/m^3]
  StretchLaw law = StretchLaw::linear;
  double mass_damping = 0;     // [1/s]  alpha: force -alpha m v, air
  double stretch_damping = 0;  // [s]    tau of each strain, Kelvin and Voigt: stress follows strain + tau d strain / dt
  double bend_damping = 0;     // [s]
  double twist_damping = 0;    // [s]
  // tau of tension: a taut string is held by its tension, which the three above do not damp. Each edge under tension T
  // also pulls its ends together as T tau (v2 - v1) / l. It resists rigid rotation: for rods with held ends.
  double tension_damping = 0;  // [s]

  double shear_modulus() const { return young_modulus / (2 * (1 + poisson_ratio)); }  // [Pa]
};

}  // namespace resound
