#pragma once
#include "geometry/brick_mesh.h"
#include "geometry/linear_tet_mesh.h"
#include "geometry/tet_mesh.h"

namespace resound {

// How a brick is cut into tetrahedra: one in the middle and four corners, mirrored from brick to brick; or six around
// the diagonal from corner 0 to corner 6.
enum class BrickCut { five, six };

// Throws InputError if neighbours would not agree on the diagonal of their common face: with five, where bricks close
// to an odd ring; with six, where they are not all turned alike.
LinearTetMesh linear_tets(const BrickMesh& mesh, BrickCut cut = BrickCut::five);

// The corners of quadratic tetrahedra alone.
LinearTetMesh linear_tets(const TetMesh& mesh);

}  // namespace resound
