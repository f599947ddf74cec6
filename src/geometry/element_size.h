#pragma once

namespace resound {

// What a body is made of, as far as the length of its waves goes.
struct WaveMedium {
  double young_modulus = 0;  // [Pa]
  double poisson_ratio = 0;  // [1]
  double density = 0;        // [kg/m^3]
};

// Length of bending waves in a plate of some thickness [m] (Kirchhoff), true while it is several times the thickness:
//   2 pi / k, k^4 = omega^2 rho h / D, D = E h^3 / 12 (1 - nu^2).
double bending_wavelength(const WaveMedium& medium, double thickness, double frequency);  // [m]
double shear_wavelength(const WaveMedium& medium, double frequency);                      // [m]

// Edge of quadratic elements [m] for a body of some wall and size [m]: at most five times the wall, a sixth of the wave
// at the highest frequency [Hz], an eighth of the body.
double default_edge(double wall, double size, const WaveMedium& medium, double max_frequency = 20'000);

}  // namespace resound
