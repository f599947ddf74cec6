#pragma once
#include <array>
#include <vector>

namespace resound {

struct MeridianPoint {
  double r = 0;  // [m]  from the axis, never negative
  double z = 0;  // [m]  along it
};

// Corners 0-3 counter-clockwise in (r, z), then the middles of the sides 01, 12, 23, 30.
using Quad8 = std::array<int, 8>;

// Half a cut through a body of revolution about the z axis, in 8-node quadrilaterals.
struct MeridianMesh {
  std::vector<MeridianPoint> nodes;
  std::vector<Quad8> quads;
};

}  // namespace resound
