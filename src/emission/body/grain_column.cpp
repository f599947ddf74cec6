#include "emission/body/grain_column.h"

#include <cmath>

namespace resound {

std::complex<double> riding_mass(const GrainColumn& column, std::complex<double> omega, double loss_factor) {
  const std::complex<double> loss(1, loss_factor), square = omega * omega;
  const int whole = static_cast<int>(std::ceil(column.layers));
  double weight = 0;  // in grains
  std::complex<double> riding = 0;
  for (int layer = 1; layer <= whole; ++layer) {
    const double grain = layer == 1 ? column.layers - (whole - 1) : 1;
    weight += grain;
    const double swing = layer == whole ? column.omega : column.inner_omega;
    const std::complex<double> spring = std::cbrt(weight) * swing * swing * loss, mass = grain + riding;
    riding = mass * spring / (spring - square * mass);
  }
  return riding;
}

}  // namespace resound
