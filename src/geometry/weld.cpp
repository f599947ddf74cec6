#include "geometry/weld.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>

namespace resound {
namespace {

struct Cell {
  std::int64_t x, y, z;
  bool operator==(const Cell&) const = default;
};
struct CellHash {
  std::size_t operator()(const Cell& c) const {
    std::uint64_t h = 0x9e3779b97f4a7c15ULL;
    for (const std::int64_t v : {c.x, c.y, c.z})
      h = (h ^ static_cast<std::uint64_t>(v)) * 0xff51afd7ed558ccdULL ^ h >> 29;
    return h;
  }
};

}  // namespace

double extent(const TriangleMesh& mesh) {
  if (mesh.vertices.empty()) return 0;
  Vec3 low = mesh.vertices[0], high = low;
  for (const Vec3& v : mesh.vertices) {
    low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
    high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
  }
  return length(high - low);
}

WeldedMesh weld(const TriangleMesh& mesh, double tolerance) {
  const Vec3 origin = mesh.vertices.empty() ? Vec3{} : mesh.vertices[0];
  const double size = std::max(2 * tolerance, 1e-300);
  std::unordered_map<Cell, std::vector<int>, CellHash> cells;
  WeldedMesh result;
  std::vector<int> place(mesh.vertices.size(), -1);
  const auto cell_coordinate = [&](double x) {  // far cells may share a name: only speed suffers
    return static_cast<std::int64_t>(std::clamp(std::floor(x / size), -4e18, 4e18));
  };
  const auto placed = [&](int v) {
    if (place[v] >= 0) return place[v];
    const Vec3 d = mesh.vertices[v] - origin;
    const Cell home{cell_coordinate(d.x), cell_coordinate(d.y), cell_coordinate(d.z)};
    for (std::int64_t x = -1; x <= 1; ++x)
      for (std::int64_t y = -1; y <= 1; ++y)
        for (std::int64_t z = -1; z <= 1; ++z) {
          const auto near = cells.find({home.x + x, home.y + y, home.z + z});
          if (near == cells.end()) continue;
          for (const int other : near->second)
            if (length(result.mesh.vertices[other] - mesh.vertices[v]) <= tolerance) {
              ++result.joined;
              return place[v] = other;
            }
        }
    const int made = static_cast<int>(result.mesh.vertices.size());
    result.mesh.vertices.push_back(mesh.vertices[v]);
    cells[home].push_back(made);
    return place[v] = made;
  };
  result.mesh.triangles.reserve(mesh.triangles.size());
  for (const Triangle& t : mesh.triangles) {
    const int a = placed(t[0]), b = placed(t[1]), c = placed(t[2]);
    result.mesh.triangles.push_back({a, b, c});
  }
  return result;
}

}  // namespace resound
