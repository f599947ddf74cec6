#pragma once
#include <array>
#include <vector>

#include "numerics/vec3.h"

namespace resound {

using Triangle = std::array<int, 3>;  // counter-clockwise seen from outside

struct TriangleMesh {
  std::vector<Vec3> vertices;  // [m]
  std::vector<Triangle> triangles;
};

// A box about the origin, cut into `slices` along x so that its bending can be shown. Vertices come slice by slice.
TriangleMesh box_mesh(const Vec3& size, int slices = 1);

// A round bar along x about the origin, `slices` along it and `sides` around it. Vertices come slice by slice, then the
// centres of the two end discs.
TriangleMesh round_bar_mesh(double length, double radius, int slices, int sides);

}  // namespace resound
