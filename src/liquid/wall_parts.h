#pragma once
#include <span>
#include <vector>

#include "geometry/wall_shape.h"
#include "numerics/vec3.h"

namespace resound {

// One particle of something rigid, in the frame of its body.
struct WallPart {
  int body = 0;
  Vec3 place, outward;   // [m]; unit, out of the wall
  double depth = 0;      // [m]  below the surface
  double felt_from = 0;  // [m]  above it
  double share = 0;      // [1]  of the mass of a liquid particle
};

// A glass stands on a table: the table is not felt through the glass. Leaves out what another wall covers; only walls
// that stand still cover and are covered. One motion for each body.
std::vector<WallPart> without_covered(std::span<const WallPart> parts, std::span<const WallMotion> motions,
                                      double spacing);  // [m]

}  // namespace resound
