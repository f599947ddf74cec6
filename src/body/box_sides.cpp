#include "body/box_sides.h"

#include <algorithm>

#include "geometry/triangle_bvh.h"

namespace resound {
namespace {

bool is_on(const Vec3& p, BoxSide side, const Box& box) {
  const double distance[] = {p.x - box.low.x,  box.high.x - p.x, p.y - box.low.y,
                             box.high.y - p.y, p.z - box.low.z,  box.high.z - p.z};
  return distance[static_cast<std::size_t>(side)] <= 1e-6 * box.diagonal();
}

template <class Wanted>
std::vector<int> chosen(std::span<const Vec3> nodes, Wanted is_wanted) {
  TriangleMesh alone;
  alone.vertices.assign(nodes.begin(), nodes.end());
  const Box box = box_around(alone);
  std::vector<int> found;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (is_wanted(nodes[i], box)) found.push_back(static_cast<int>(i));
  return found;
}

}  // namespace

std::vector<int> nodes_on_any(std::span<const BoxSide> sides, std::span<const Vec3> nodes) {
  if (sides.empty()) return {};
  return chosen(nodes, [&](const Vec3& p, const Box& box) {
    return std::ranges::any_of(sides, [&](BoxSide side) { return is_on(p, side, box); });
  });
}

std::vector<int> nodes_on_all(std::span<const BoxSide> sides, std::span<const Vec3> nodes) {
  if (sides.empty()) return {};
  return chosen(nodes, [&](const Vec3& p, const Box& box) {
    return std::ranges::all_of(sides, [&](BoxSide side) { return is_on(p, side, box); });
  });
}

}  // namespace resound
