#pragma once
#include <array>
#include <span>
#include <vector>

#include "fem/elastic_material.h"
#include "fem/pencil.h"
#include "geometry/meridian_mesh.h"

namespace resound {

// Which displacements take part: all three, or for n = 0 those in the meridian plane or around alone.
enum class RevolutionFamily { all, meridian, torsion };

// The unknown that stands for U, V or W of a node, and with which sign: on the axis some vanish and some are tied.
struct TiedUnknown {
  int unknown = -1;  // -1: it is zero
  double sign = 1;
};

struct RevolutionUnknowns {
  std::vector<std::array<TiedUnknown, 3>> of_node;  // U, V, W
  int count = 0;
};

// On the axis a displacement field has one value for all angles: n = 0: U = V = 0; n = 1: V = -U, W = 0; n > 1: all
// zero. Clamped nodes are zero too.
RevolutionUnknowns revolution_unknowns(const MeridianMesh& mesh, std::span<const int> clamped_nodes, int order,
                                       RevolutionFamily family);

// K and M for displacements U cos(n theta), V sin(n theta), W cos(n theta), integrated over the whole body; for n = 0
// the V belongs to cos.
Pencil assemble(const MeridianMesh& mesh, const ElasticMaterial& material, int order,
                const RevolutionUnknowns& unknowns);

}  // namespace resound
