#pragma once
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "geometry/triangle_mesh.h"

// What makes a surface the skin of a solid.
namespace resound {

inline std::map<std::pair<int, int>, int> directed_edges(const TriangleMesh& mesh) {
  std::map<std::pair<int, int>, int> count;
  for (const Triangle& t : mesh.triangles)
    for (int k = 0; k < 3; ++k) ++count[{t[k], t[(k + 1) % 3]}];
  return count;
}

// Every edge is walked once in each direction.
inline bool is_closed(const TriangleMesh& mesh) {
  const auto edges = directed_edges(mesh);
  return !edges.empty() && std::all_of(edges.begin(), edges.end(), [&](const auto& edge) {
    const auto back = edges.find({edge.first.second, edge.first.first});
    return edge.second == 1 && back != edges.end() && back->second == 1;
  });
}

inline int euler_characteristic(const TriangleMesh& mesh) {
  std::set<int> used;
  for (const Triangle& t : mesh.triangles) used.insert(t.begin(), t.end());
  return static_cast<int>(used.size()) - static_cast<int>(directed_edges(mesh).size()) / 2 +
         static_cast<int>(mesh.triangles.size());
}

// V = 1/3 of the flux of x through the skin (divergence theorem); positive only if the triangles look outward.
inline double enclosed_volume(const TriangleMesh& mesh) {
  double six_volumes = 0;
  for (const Triangle& t : mesh.triangles)
    six_volumes += dot(mesh.vertices[t[0]], cross(mesh.vertices[t[1]], mesh.vertices[t[2]]));
  return six_volumes / 6;
}

// A sphere of triangles: an icosahedron whose sides are halved `times` times and pushed out.
TriangleMesh icosphere(double radius, int times);

}  // namespace resound
