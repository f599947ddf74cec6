#pragma once
#include <array>
#include <vector>

#include "geometry/triangle_mesh.h"

namespace resound {

// The facets of a skin that send sound. A triangle of the skin is one; where these are very many, the four of a
// quadratic face are joined: its corners say where it is, the middles of its edges how fast it moves (their mean is
// exact).
struct RadiatingSkin {
  TriangleMesh mesh;                         // at rest; vertices of its own
  std::vector<std::array<int, 3>> corners;   // of each facet, vertices of the skin
  std::vector<std::array<int, 3>> carriers;  // vertices of the skin whose mean velocity is the facet's
};

}  // namespace resound
