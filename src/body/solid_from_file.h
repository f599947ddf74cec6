#pragma once
#include <functional>

#include "body/body_analysis.h"
#include "geometry/tet_mesh.h"

namespace resound {

// Size of elements [m] for the thinnest wall [m] of a body and its size [m].
using EdgeRule = std::function<double(double wall, double size)>;

// The tetrahedra in a mesh file, or those that gmsh makes from its closed surface. Says what it understood; a surface
// that is no solid is refused in one sentence.
TetMesh solid_from_file(const MeshFileShape& shape, const EdgeRule& edge, double density,
                        const PreparationReport& report);

}  // namespace resound
