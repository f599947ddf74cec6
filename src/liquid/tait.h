#pragma once
#include <algorithm>
#include <cmath>

namespace resound {

// Pressure of a liquid that is a little compressible, by its excess density e = rho/rho0 - 1 [Monaghan 1994]:
//   p = B ((1 + e)^7 - 1), B = rho0 c0^2 / 7
// Liquids do not hold together under tension here: p is never negative, else the particles clump and tear.
struct Tait {
  double density = 1000;   // [kg/m^3]  rho0
  double sound_speed = 1;  // [m/s]     c0

  double stiffness() const { return density * sound_speed * sound_speed / 7; }  // [Pa]  B
  double pressure(double excess) const {                                        // [Pa]
    const double x = 1 + excess, x2 = x * x;
    return std::max(0.0, stiffness() * (x2 * x2 * x2 * x - 1));
  }
  // The seventh root by Newton's method: few steps, for liquids are hardly compressed.
  double excess(double pressure) const {
    const double ratio = 1 + pressure / stiffness();
    if (ratio > 2) return std::pow(ratio, 1.0 / 7) - 1;
    double x = 1 + (ratio - 1) / 7;
    for (int k = 0; k < 4; ++k) {
      const double x2 = x * x, x6 = x2 * x2 * x2;
      x -= (x6 * x - ratio) / (7 * x6);
    }
    return x - 1;
  }

  // What pressing has stored, the integral of p / rho^2 d rho from rest on [J/kg].
  double energy(double excess) const {
    if (excess <= 0) return 0;
    const double x = 1 + excess, x2 = x * x;
    return stiffness() / density * (x2 * x2 * x2 / 6 + 1 / x - 7.0 / 6);
  }
};

}  // namespace resound
