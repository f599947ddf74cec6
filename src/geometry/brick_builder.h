#pragma once
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "geometry/brick_mesh.h"

namespace resound {

// Puts a solid together from blocks of bricks. Blocks that share a side share its nodes, provided that both cut it
// alike.
class BrickBuilder {
 public:
  explicit BrickBuilder(double tolerance) : tolerance_(tolerance) {}  // [m]  nearer nodes are one

  // A grid with lines at `u`, `v` and `w` (rising), placed by `place`. Bricks come out positively oriented whichever
  // way `place` turns.
  using Place = std::function<Vec3(double u, double v, double w)>;
  void add_block(const std::vector<double>& u, const std::vector<double>& v, const std::vector<double>& w,
                 const Place& place);

  BrickMesh take() { return std::move(mesh_); }

 private:
  int node_at(const Vec3& point);

  double tolerance_;
  BrickMesh mesh_;
  std::unordered_map<std::uint64_t, std::vector<int>> cells_;  // nodes by the cube of space they lie in
};

}  // namespace resound
