#pragma once
#include <cstddef>

#include "geometry/wall_shape.h"
#include "grain/grain_kind.h"

namespace resound {

inline constexpr std::size_t kMostWalls = 64;

// Something rigid among the grains: pushes, is never pushed.
struct Wall {
  WallShape shape;
  WallMotion motion = {};
  GrainSurface surface = {};
};

}  // namespace resound
