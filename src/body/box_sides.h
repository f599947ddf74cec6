#pragma once
#include <span>
#include <vector>

#include "numerics/vec3.h"
#include "scene/body.h"

// Which nodes lie on the sides of the box around them, to a millionth of its diagonal.
namespace resound {

std::vector<int> nodes_on_any(std::span<const BoxSide> sides, std::span<const Vec3> nodes);  // of these sides; rising
std::vector<int> nodes_on_all(std::span<const BoxSide> sides, std::span<const Vec3> nodes);  // where they meet; rising

}  // namespace resound
