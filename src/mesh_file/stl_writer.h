#pragma once
#include <string>

#include "geometry/triangle_mesh.h"

namespace resound {

// A mesh as the bytes of a binary STL file, each vertex v written as (v - origin) * scale.
std::string binary_stl(const TriangleMesh& mesh, const Vec3& origin = {}, double scale = 1);

}  // namespace resound
