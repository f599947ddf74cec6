#include "geometry/brick_builder.h"

#include <cassert>
#include <cmath>
#include <cstdint>

namespace resound {
namespace {

// Wraps around for bodies of many cells; two cells that then share a key only share a list.
std::uint64_t cell_key(std::int64_t i, std::int64_t j, std::int64_t k) {
  constexpr std::uint64_t kPrime = 2'097'143;
  return (static_cast<std::uint64_t>(i) * kPrime + static_cast<std::uint64_t>(j)) * kPrime +
         static_cast<std::uint64_t>(k);
}

double turn(const BrickMesh& mesh, const Brick& brick) {
  const Vec3& origin = mesh.nodes[brick[0]];
  return dot(cross(mesh.nodes[brick[1]] - origin, mesh.nodes[brick[3]] - origin), mesh.nodes[brick[4]] - origin);
}

}  // namespace

int BrickBuilder::node_at(const Vec3& point) {
  const double size = 4 * tolerance_;
  const auto cell_of = [&](double x) { return static_cast<std::int64_t>(std::floor(x / size)); };
  const std::int64_t i = cell_of(point.x), j = cell_of(point.y), k = cell_of(point.z);
  for (std::int64_t di = -1; di <= 1; ++di)
    for (std::int64_t dj = -1; dj <= 1; ++dj)
      for (std::int64_t dk = -1; dk <= 1; ++dk) {
        const auto cell = cells_.find(cell_key(i + di, j + dj, k + dk));
        if (cell == cells_.end()) continue;
        for (const int node : cell->second)
          if (length(mesh_.nodes[node] - point) < tolerance_) return node;
      }
  const int node = static_cast<int>(mesh_.nodes.size());
  mesh_.nodes.push_back(point);
  cells_[cell_key(i, j, k)].push_back(node);
  return node;
}

void BrickBuilder::add_block(const std::vector<double>& u, const std::vector<double>& v, const std::vector<double>& w,
                             const Place& place) {
  assert(u.size() >= 2 && v.size() >= 2 && w.size() >= 2);
  std::vector<int> grid;
  for (const double a : u)
    for (const double b : v)
      for (const double c : w) grid.push_back(node_at(place(a, b, c)));
  const auto at = [&](std::size_t i, std::size_t j, std::size_t k) { return grid[(i * v.size() + j) * w.size() + k]; };
  for (std::size_t i = 0; i + 1 < u.size(); ++i)
    for (std::size_t j = 0; j + 1 < v.size(); ++j)
      for (std::size_t k = 0; k + 1 < w.size(); ++k) {
        Brick brick{at(i, j, k),     at(i + 1, j, k),     at(i + 1, j + 1, k),     at(i, j + 1, k),
                    at(i, j, k + 1), at(i + 1, j, k + 1), at(i + 1, j + 1, k + 1), at(i, j + 1, k + 1)};
        if (turn(mesh_, brick) < 0)
          brick = {brick[4], brick[5], brick[6], brick[7], brick[0], brick[1], brick[2], brick[3]};
        mesh_.bricks.push_back(brick);
      }
}

}  // namespace resound
