#pragma once
#include <array>
#include <span>
#include <vector>

#include "numerics/vec3.h"

namespace resound {

// Order in which points follow a curve that keeps neighbours together (Morton's), so that what is computed together
// lies together in memory.
std::vector<int> along_curve(std::span<const Vec3> points);

}  // namespace resound
