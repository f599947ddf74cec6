#pragma once
#include <span>
#include <vector>

#include "geometry/triangle_mesh.h"

namespace resound {

inline constexpr std::size_t kMostPolygonCorners = 1024;

// Cuts a polygon, nearly flat, of three to kMostPolygonCorners corners into triangles by clipping ears, so that notched
// faces come out right. Indices count the corners. One that crosses itself is fanned out where no ear is left.
std::vector<Triangle> triangulate(std::span<const Vec3> corners);

}  // namespace resound
