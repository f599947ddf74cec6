#pragma once
#include "scene/bar.h"

namespace resound {

// The numbers that flexure needs:  u_tt = -kappa^2 u_xxxx - losses + F(t) delta(x - x_i) / mass_per_length.
struct UniformBar {
  double length = 0;           // [m]
  double kappa = 0;            // [m^2/s]  sqrt(E I / (rho A))
  double mass_per_length = 0;  // [kg/m]
  BarEnd left = BarEnd::free;
  BarEnd right = BarEnd::free;

  double mass() const { return mass_per_length * length; }              // [kg]
  double stiffness() const { return kappa * kappa * mass_per_length; }  // [N m^2]  E I
};

UniformBar uniform_bar(const Bar& bar);

// How much air a slice of the bar carries along, per metre of length: displaced section plus added mass / rho_air. A
// slice that moves with acceleration a drives the air with the dipole F = rho_air * dipole_area * a per metre.
//   round, radius a:                  2 pi a^2                      (exact in two dimensions)
//   rectangle, width w, thickness t:  w t + pi (w/2)^2              (added mass of a thin strip that moves broadside)
double dipole_area(const Bar& bar);  // [m^2]

}  // namespace resound
