#pragma once
#include <complex>

// What grains that lie on each other weigh for a wall that shakes them: a column, each grain a mass on the lossy
// contact that bears it and all above it (docs/grain-statistics.md). From the top down, with spring = k (1 + i eta),
//   riding = (m + riding above) / (1 - w^2 (m + riding above) / spring),   k = 3/2 K^(2/3) (weight above)^(1/3)
// A single grain is m (1 + i eta) / (1 + i eta - (w / w_c)^2): it rides below w_c and stays where it is above. Slowly
// shaken, a column rides as a whole; from the pitch on at which a quarter of a wave fits into it, only its foot does,
// and the wall feels the impedance of endless grains.
namespace resound {

struct GrainColumn {
  double layers = 1;       // [1]  grains on top of each other, the topmost perhaps in part
  double omega = 0;        // [rad/s]  at which one grain would swing on its contact with the wall, under its own weight
  double inner_omega = 0;  // [rad/s]  likewise on a contact with another grain

  bool operator==(const GrainColumn&) const = default;
};

// Mass that rides on the wall, in grains of the lowest layer; complex at a complex pitch [rad/s] of motion e^{i w t}.
// Where the column loses energy the imaginary part is negative.
std::complex<double> riding_mass(const GrainColumn& column, std::complex<double> omega, double loss_factor);

}  // namespace resound
