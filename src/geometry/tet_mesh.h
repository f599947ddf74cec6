#pragma once
#include <array>
#include <vector>

#include "numerics/vec3.h"

namespace resound {

// Ten nodes of a quadratic tetrahedron: corners 0-3 (positively oriented), then the middles of the edges 01, 12, 20,
// 03, 13, 23. On a curved surface the middles lie on the surface, not on the chord.
using Tet10 = std::array<int, 10>;

// A solid cut into quadratic tetrahedra.
struct TetMesh {
  std::vector<Vec3> nodes;  // [m]
  std::vector<Tet10> tets;
};

}  // namespace resound
