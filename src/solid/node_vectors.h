#pragma once
#include <span>
#include <vector>

#include "numerics/vec3.h"

// One vector a node, four numbers apart (x, y, z and a zero), so that a node is one aligned load.
namespace resound {

inline constexpr std::size_t kNodeStride = 4;

using NodeVectors = std::vector<double>;  // [node][x y z 0]

inline Vec3 vector_at(std::span<const double> vectors, std::size_t node) {
  const double* v = vectors.data() + kNodeStride * node;
  return {v[0], v[1], v[2]};
}
inline void set_vector(std::span<double> vectors, std::size_t node, const Vec3& value) {
  double* v = vectors.data() + kNodeStride * node;
  v[0] = value.x, v[1] = value.y, v[2] = value.z;
}
inline void add_vector(std::span<double> vectors, std::size_t node, const Vec3& value) {
  double* v = vectors.data() + kNodeStride * node;
  v[0] += value.x, v[1] += value.y, v[2] += value.z;
}

// A force on one node. Few of many nodes are pushed at a step, and others need not be looked at.
struct NodePush {
  std::size_t node = 0;
  Vec3 force;  // [N]
};
using NodePushes = std::vector<NodePush>;  // a node may be pushed several times

}  // namespace resound
