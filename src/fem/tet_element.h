#pragma once
#include <array>
#include <span>

#include "numerics/vec3.h"

namespace resound {

// What the assembly needs to know of one tetrahedron with so many nodes (10: quadratic, perhaps curved; 4: linear).
template <int kNodes>
struct TetElement {
  static constexpr int kPoints = kNodes == 10 ? 4 : 1;      // at which the strain is taken
  std::array<std::array<Vec3, kNodes>, kPoints> gradients;  // [1/m]  of each node's shape function
  std::array<double, kPoints> volumes;                      // [m^3]  that each point stands for
  std::array<double, kNodes*(kNodes + 1) / 2> mass;         // [m^3]  integral of N_i N_j, lower triangle by rows
};

// Stiffness by 4 points, mass by 15 [Keast 1986], exact for straight edges. Throws InputError if the element is flat or
// inverted; its name in the message is `number`.
TetElement<10> quadratic_tet(const std::array<Vec3, 10>& nodes, int number);
// Constant strain. Far too stiff in bending: only to compare with programs that use it.
TetElement<4> linear_tet(const std::array<Vec3, 4>& nodes, int number);

}  // namespace resound
