#pragma once
#include <array>

#include "numerics/vec3.h"
#include "solid/element_batch.h"

namespace resound {

// What one brick at rest is, for the kernel.
struct BrickNumbers {
  std::array<double, 9> gradient{};                 // [1/m]   inverse of the sums of the linear shapes, by rows
  std::array<double, 12> warp{};                    // [m]     sums of the four hourglass shapes
  std::array<double, kBrickStiffness> stiffness{};  // minus the 18 x 18 matrix, in the order of the kernel
  std::array<double, 8> node_volume{};              // [m^3]   integral of each shape function
};

// The trilinear brick with the nine incompatible modes 1 - xi^2, 1 - eta^2, 1 - zeta^2 [Taylor, Beresford & Wilson
// 1976], without which it locks in bending; they are condensed out. Throws InputError if the brick is folded or turned
// inside out. `lambda`, `mu` in Pa.
BrickNumbers brick_numbers(const std::array<Vec3, 8>& corners, double lambda, double mu);

}  // namespace resound
