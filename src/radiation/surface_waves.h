#pragma once
#include <complex>
#include <span>
#include <vector>

#include "radiation/multipole_map.h"
#include "radiation/radiating_surface.h"

namespace resound {

// What is known on the skin at one frequency: all that sounds follows from it (Kirchhoff and Helmholtz).
struct SurfaceWaves {
  double wavenumber = 0;                           // [1/m]
  double omega_density = 0;                        // [kg/(m^3 s)]  omega rho
  std::span<const Vec3> motion;                    // [m/s]  one a vertex of the mesh
  std::span<const std::complex<double>> pressure;  // [Pa]   one a node of the surface
};

// The pressure anywhere outside, with its delay: Kirchhoff's integral itself, for checks.
//   p = int [ j omega rho v_n G + p dG/dn ] dS
std::complex<double> pressure_at(const RadiatingSurface& surface, const SurfaceWaves& waves, const Vec3& place);

// The same field as outgoing spherical waves about the surface's centre. Outside the sphere that holds the surface,
// G = -jk sum j_l(k r_y) h_l(k r_x) Y_lm(y) Y_lm(x), and so
//   a_lm = -jk int [ j omega rho v_n j_l Y_lm + p d(j_l Y_lm)/dn ] dS
// The order is the lowest for which all that is left out adds less than `tolerance_db` to the loudest direction, far
// away and at twice the radius.
ModeField multipoles(const RadiatingSurface& surface, const SurfaceWaves& waves, double tolerance_db);

// Cuts a field down to that order.
void truncate(ModeField& field, double radius, double tolerance_db);

// The order to which a field is computed before it is cut down: beyond it nothing leaves a body of this size.
int highest_order(double wavenumber, double radius);

}  // namespace resound
