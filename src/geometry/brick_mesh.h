#pragma once
#include <array>
#include <vector>

#include "numerics/vec3.h"

namespace resound {

// Eight corners of a brick: 0-3 around its lower face (against the clock seen from above), 4-7 above them.
using Brick = std::array<int, 8>;

// A solid cut into bricks: what is swept from a section.
struct BrickMesh {
  std::vector<Vec3> nodes;  // [m]
  std::vector<Brick> bricks;
};

}  // namespace resound
