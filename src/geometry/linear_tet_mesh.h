#pragma once
#include <array>
#include <vector>

#include "numerics/vec3.h"

namespace resound {

// Four corners of a tetrahedron, positively oriented: (1-0) x (2-0) . (3-0) > 0.
using Tet4 = std::array<int, 4>;

// A solid cut into linear tetrahedra, which cannot bend: kept because they are what was published in 2001.
struct LinearTetMesh {
  std::vector<Vec3> nodes;  // [m]
  std::vector<Tet4> tets;
};

}  // namespace resound
