#pragma once
#include <vector>

#include "numerics/random_stream.h"
#include "solid/elastic_solid.h"

// Ways to ask a solid questions.
namespace resound {

// [N]
NodeVectors forces_of(const ElasticSolid& solid, const NodeVectors& position);  // nothing moves
// Damping included, where nodes were at `before` a step ago.
NodeVectors forces_of(const ElasticSolid& solid, const NodeVectors& before, const NodeVectors& position, double step);

Vec3 sum_of(const NodeVectors& vectors);
Vec3 moment_of(const NodeVectors& position, const NodeVectors& vectors);  // sum of x cross f
double largest_of(const NodeVectors& vectors);

// Random vectors, each number between -size and size.
NodeVectors shaken(std::size_t nodes, double size, int seed);

using Matrix3 = std::array<Vec3, 3>;                 // rows
Matrix3 turn_about(const Vec3& axis, double angle);  // unit axis, [rad]
NodeVectors moved(const NodeVectors& x, const Matrix3& turn, const Vec3& shift);
NodeVectors plus(NodeVectors a, const NodeVectors& b, double scale = 1);

// Nodes of a mesh that `is_wanted`.
template <class Wanted>
std::vector<int> nodes_where(const ElasticSolid& solid, const Wanted& is_wanted) {
  std::vector<int> nodes;
  const NodeVectors rest = solid.rest();
  for (std::size_t node = 0; node < solid.nodes(); ++node)
    if (is_wanted(vector_at(rest, node))) nodes.push_back(static_cast<int>(node));
  return nodes;
}

// All modes of a solid at rest whose `held` nodes do not move: eigenvalues of M^-1/2 K M^-1/2 by LAPACK, K by
// differences of forces.
struct DenseModes {
  std::vector<double> omega;                // [rad/s]  rising
  std::vector<std::vector<double>> motion;  // displacement, kNodeStride a node
};
DenseModes dense_modes(const ElasticSolid& solid, const std::vector<int>& held = {});

// The lowest `count` modes alone, by inverse iteration on a banded matrix. [Hz], rising
struct FewModes {
  std::vector<double> frequency;
  std::vector<NodeVectors> motion;
};
FewModes lowest_modes(const ElasticSolid& solid, const std::vector<int>& held, int count);

}  // namespace resound
