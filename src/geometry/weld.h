#pragma once
#include "geometry/triangle_mesh.h"

namespace resound {

struct WeldedMesh {
  TriangleMesh mesh;
  int joined = 0;  // vertices that were the same place as an earlier one
};

// Makes one vertex of all that lie within `tolerance` [m] of each other, and leaves out vertices that no triangle uses.
// The first of them stays where it is, so that exact input stays exact.
WeldedMesh weld(const TriangleMesh& mesh, double tolerance);

double extent(const TriangleMesh& mesh);  // [m]  diagonal of the bounding box

}  // namespace resound
