#include <algorithm>
#include <cmath>
#include <numbers>

#include "fem/eigen_search.h"
#include "fem/material_check.h"
#include "fem/modes.h"
#include "fem/rigid_motions.h"
#include "fem/tet_assembly.h"

namespace resound {

namespace {

struct Box {
  Vec3 centre;
  double size = 0;  // [m]  half its longest side
};

Box box_of(const std::vector<Vec3>& points) {
  Vec3 low = points.front(), high = low;
  for (const Vec3& p : points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  const Vec3 sides = high - low;
  return {0.5 * (low + high), 0.5 * std::max({sides.x, sides.y, sides.z})};
}

// Three ways to shift, three to turn; a place is 3 * node + component. Turns are of the size of shifts.
VectorBlock rigid_motions_of(const TetMesh& mesh, const FreeNodes& free, const Box& box,
                             std::span<const int> clamped_nodes) {
  const auto value = [&](int motion, std::size_t place) {
    const auto component = static_cast<int>(place % 3);
    if (motion < 3) return motion == component ? 1.0 : 0.0;
    const Vec3 p = (mesh.nodes[place / 3] - box.centre) / box.size;
    const Vec3 axis{motion == 3 ? 1.0 : 0.0, motion == 4 ? 1.0 : 0.0, motion == 5 ? 1.0 : 0.0};
    const Vec3 turn = cross(axis, p);
    return component == 0 ? turn.x : component == 1 ? turn.y : turn.z;
  };
  std::vector<std::size_t> unknown, clamped;
  for (std::size_t c = 0; c < 3; ++c)
    for (const int node : clamped_nodes) clamped.push_back(3 * static_cast<std::size_t>(node) + c);
  for (const int node : free.nodes)
    for (std::size_t c = 0; c < 3; ++c) unknown.push_back(3 * static_cast<std::size_t>(node) + c);
  return rigid_motions(6, value, unknown, clamped);
}

}  // namespace

std::vector<TetMode> tet_modes(const TetMesh& mesh, const ElasticMaterial& material, std::span<const int> clamped_nodes,
                               const ModeSearch& search) {
  check_material(material);
  if (mesh.tets.empty()) return {};
  std::vector<int> used;
  for (const Tet10& tet : mesh.tets) used.insert(used.end(), tet.begin(), tet.end());
  const FreeNodes free = free_nodes(static_cast<int>(mesh.nodes.size()), used, clamped_nodes);
  const Pencil pencil = assemble(mesh, material, free);
  const Box box = box_of(mesh.nodes);
  const VectorBlock rigid = rigid_motions_of(mesh, free, box, clamped_nodes);
  const std::vector<Eigenmode> found = lowest_eigenmodes(pencil, rigid, eigen_search(search, material, 2 * box.size));

  std::vector<TetMode> modes;
  for (const Eigenmode& mode : found) {
    modes.push_back({std::sqrt(mode.lambda), std::vector<double>(3 * mesh.nodes.size())});
    for (std::size_t i = 0; i < mode.shape.size(); ++i)
      modes.back().shape[3 * static_cast<std::size_t>(free.nodes[i / 3]) + i % 3] = mode.shape[i];
  }
  return modes;
}

}  // namespace resound
