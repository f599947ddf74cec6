#pragma once
#include "geometry/solid_shape.h"
#include "geometry/tet_mesh.h"

// Straight bodies as quadratic tetrahedra on a regular grid; no mesher is needed.
namespace resound {

// Elements are about `edge` [m] long; through the thickness there are at least `layers`. Throws LimitError if that
// would be more than kMostGridTets.
TetMesh tet_mesh(const BarShape& shape, double edge, int layers = 1);
TetMesh tet_mesh(const PlateShape& shape, double edge, int layers = 1);
TetMesh tet_mesh(const VibraphoneShape& shape, double edge, int layers = 1);

inline constexpr double kMostGridTets = 2e6;

}  // namespace resound
