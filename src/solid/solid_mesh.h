#pragma once
#include <span>
#include <variant>
#include <vector>

#include "geometry/brick_mesh.h"
#include "geometry/linear_tet_mesh.h"
#include "geometry/tet_mesh.h"
#include "geometry/triangle_mesh.h"

namespace resound {

// A solid cut into one kind of elements.
using SolidMesh = std::variant<LinearTetMesh, TetMesh, BrickMesh>;

std::span<const Vec3> nodes_of(const SolidMesh& mesh);
std::size_t element_count(const SolidMesh& mesh);

// The same solid with its nodes numbered so that neighbours lie together: threads that each take a stretch of them
// seldom need what another has written.
SolidMesh in_halved_order(SolidMesh mesh);

// The closed surface of a solid: what radiates, touches and is seen.
struct SolidSkin {
  TriangleMesh mesh;      // outward
  std::vector<int> node;  // of the solid, one a vertex of the skin; rising
};

// A face of a linear tetrahedron is one triangle, of a quadratic one four, of a brick two.
SolidSkin skin_of(const SolidMesh& mesh);

}  // namespace resound
