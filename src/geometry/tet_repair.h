#pragma once
#include <array>
#include <functional>
#include <vector>

#include "geometry/tet_mesh.h"

// Makes tetrahedra from elsewhere fit for our elements.
namespace resound {

// Straight tetrahedra with a node put in the middle of every edge.
TetMesh promoted(const std::vector<Vec3>& vertices, const std::vector<std::array<int, 4>>& tets);

void orient(TetMesh& mesh);             // turns tetrahedra that are inside out
void drop_unused_nodes(TetMesh& mesh);  // keeps the order of the others

// How healthy a tetrahedron is, 0 to 1: how evenly its corners spread (1 if regular: volume over the cube of the
// root-mean-square edge), times how little its curved edges squeeze any part of it. 0 or less cannot be computed with.
double quality(const TetMesh& mesh, const Tet10& tet);

// Curved edges that fold or badly squeeze a tetrahedron. Those that only slid along the surface are put back on it,
// above the middle of their chord; where that does not help they are made straight.
struct MendedEdges {
  int put_back = 0, straightened = 0;
};
using OnSurface = std::function<Vec3(const Vec3& middle)>;  // the place of the surface nearest to a point
MendedEdges mend_bad(TetMesh& mesh, const OnSurface& on_surface, double worst_squeeze = 0.2);
int straighten_bad(TetMesh& mesh, double worst_squeeze);  // how many edges that took

}  // namespace resound
