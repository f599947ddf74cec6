#pragma once
#include <array>
#include <span>
#include <vector>

#include "fem/elastic_material.h"
#include "fem/pencil.h"
#include "geometry/tet_mesh.h"

namespace resound {

// Nodes whose displacements are unknown: all that belong to an element and are not clamped.
struct FreeNodes {
  std::vector<int> nodes;   // ascending
  std::vector<int> number;  // of each node of the mesh among them; -1 if it is not free
};
FreeNodes free_nodes(int node_count, std::span<const int> used, std::span<const int> clamped);

// K and M of a solid; unknowns are x, y, z of each free node in turn.
Pencil assemble(const TetMesh& mesh, const ElasticMaterial& material, const FreeNodes& free);
// The same body with straight 4-node tetrahedra, which lock in bending.
Pencil assemble_linear(std::span<const Vec3> nodes, std::span<const std::array<int, 4>> tets,
                       const ElasticMaterial& material, const FreeNodes& free);

}  // namespace resound
