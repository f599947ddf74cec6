#include "geometry/brick_colours.h"

#include <utility>

namespace resound {

std::vector<int> chessboard(const BrickMesh& mesh) {
  std::vector<std::vector<int>> next(mesh.nodes.size());
  for (const Brick& brick : mesh.bricks)
    for (const auto& [a, b] : kBrickEdges) {
      next[brick[a]].push_back(brick[b]);
      next[brick[b]].push_back(brick[a]);
    }
  std::vector<int> colour(mesh.nodes.size(), -1);
  for (std::size_t first = 0; first < colour.size(); ++first) {
    if (colour[first] >= 0) continue;
    colour[first] = 0;
    std::vector<int> waiting{static_cast<int>(first)};
    while (!waiting.empty()) {
      const int node = waiting.back();
      waiting.pop_back();
      for (const int other : next[node]) {
        if (colour[other] == colour[node]) return {};
        if (colour[other] >= 0) continue;
        colour[other] = 1 - colour[node];
        waiting.push_back(other);
      }
    }
  }
  return colour;
}

}  // namespace resound
