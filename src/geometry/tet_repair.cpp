#include "geometry/tet_repair.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace resound {
namespace {

constexpr std::array<std::array<int, 2>, 6> kEdges{{{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}}};

double six_volumes(const TetMesh& mesh, const Tet10& t) {
  const Vec3& a = mesh.nodes[t[0]];
  return dot(mesh.nodes[t[1]] - a, cross(mesh.nodes[t[2]] - a, mesh.nodes[t[3]] - a));
}

// Determinant of the map of a curved tetrahedron at barycentric coordinates l.
double determinant(const TetMesh& mesh, const Tet10& t, const std::array<double, 4>& l) {
  constexpr std::array<Vec3, 4> kSlope{{{-1, -1, -1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  Vec3 du, dv, dw;
  const auto add = [&](const Vec3& slope, int node) {
    du += slope.x * mesh.nodes[node];
    dv += slope.y * mesh.nodes[node];
    dw += slope.z * mesh.nodes[node];
  };
  for (std::size_t i = 0; i < 4; ++i) add((4 * l[i] - 1) * kSlope[i], t[i]);
  for (std::size_t e = 0; e < 6; ++e) {
    const auto a = static_cast<std::size_t>(kEdges[e][0]), b = static_cast<std::size_t>(kEdges[e][1]);
    add(4 * (l[a] * kSlope[b] + l[b] * kSlope[a]), t[4 + e]);
  }
  return dot(du, cross(dv, dw));
}

// The smallest determinant at corners, middles and centre, as a share of that of the straight tetrahedron.
double squeeze(const TetMesh& mesh, const Tet10& t) {
  const double straight = six_volumes(mesh, t);
  if (!(straight > 0)) return -1;
  double worst = determinant(mesh, t, {0.25, 0.25, 0.25, 0.25});
  for (std::size_t i = 0; i < 4; ++i) {
    std::array<double, 4> l{};
    l[i] = 1;
    worst = std::min(worst, determinant(mesh, t, l));
  }
  for (const auto& edge : kEdges) {
    std::array<double, 4> l{};
    l[edge[0]] = l[edge[1]] = 0.5;
    worst = std::min(worst, determinant(mesh, t, l));
  }
  return worst / straight;
}

bool is_straight(const TetMesh& mesh, const Tet10& t, std::size_t e) {
  const Vec3 &a = mesh.nodes[t[kEdges[e][0]]], &b = mesh.nodes[t[kEdges[e][1]]];
  return length(mesh.nodes[t[4 + e]] - (a + b) / 2) <= 1e-12 * length(b - a);
}

}  // namespace

TetMesh promoted(const std::vector<Vec3>& vertices, const std::vector<std::array<int, 4>>& tets) {
  TetMesh mesh;
  mesh.nodes = vertices;
  std::map<std::pair<int, int>, int> middles;
  for (const auto& corners : tets) {
    Tet10 tet{corners[0], corners[1], corners[2], corners[3]};
    for (std::size_t e = 0; e < 6; ++e) {
      const std::pair<int, int> edge = std::minmax(int{tet[kEdges[e][0]]}, int{tet[kEdges[e][1]]});
      const auto [place, is_new] = middles.try_emplace(edge, static_cast<int>(mesh.nodes.size()));
      if (is_new) mesh.nodes.push_back((mesh.nodes[edge.first] + mesh.nodes[edge.second]) / 2);
      tet[4 + e] = place->second;
    }
    mesh.tets.push_back(tet);
  }
  return mesh;
}

void orient(TetMesh& mesh) {
  for (Tet10& t : mesh.tets)
    if (six_volumes(mesh, t) < 0) t = {t[1], t[0], t[2], t[3], t[4], t[6], t[5], t[8], t[7], t[9]};
}

void drop_unused_nodes(TetMesh& mesh) {
  std::vector<int> place(mesh.nodes.size(), -1);
  for (const Tet10& t : mesh.tets)
    for (const int node : t) place[node] = 0;
  std::vector<Vec3> kept;
  for (std::size_t i = 0; i < place.size(); ++i) {
    if (place[i] < 0) continue;
    place[i] = static_cast<int>(kept.size());
    kept.push_back(mesh.nodes[i]);
  }
  mesh.nodes = std::move(kept);
  for (Tet10& t : mesh.tets)
    for (int& node : t) node = place[node];
}

double quality(const TetMesh& mesh, const Tet10& t) {
  double squares = 0;
  for (const auto& edge : kEdges) {
    const Vec3 d = mesh.nodes[t[edge[1]]] - mesh.nodes[t[edge[0]]];
    squares += dot(d, d);
  }
  const double rms = std::sqrt(squares / 6);
  if (!(rms > 0)) return 0;
  return six_volumes(mesh, t) * std::sqrt(2.0) / (rms * rms * rms) * std::min(1.0, squeeze(mesh, t));
}

MendedEdges mend_bad(TetMesh& mesh, const OnSurface& on_surface, double worst_squeeze) {
  MendedEdges result;
  for (const Tet10& t : mesh.tets) {
    if (squeeze(mesh, t) >= worst_squeeze) continue;
    for (std::size_t e = 0; e < 6; ++e) {
      if (is_straight(mesh, t, e)) continue;
      mesh.nodes[t[4 + e]] = on_surface((mesh.nodes[t[kEdges[e][0]]] + mesh.nodes[t[kEdges[e][1]]]) / 2);
      ++result.put_back;
    }
  }
  result.straightened = straighten_bad(mesh, worst_squeeze / 2);
  return result;
}

int straighten_bad(TetMesh& mesh, double worst_squeeze) {
  int edges = 0;
  for (bool is_changed = true; is_changed;) {  // an edge made straight changes its other tetrahedra too: look again
    is_changed = false;
    for (const Tet10& t : mesh.tets) {
      if (squeeze(mesh, t) >= worst_squeeze) continue;
      for (std::size_t e = 0; e < 6; ++e) {
        if (is_straight(mesh, t, e)) continue;
        mesh.nodes[t[4 + e]] = (mesh.nodes[t[kEdges[e][0]]] + mesh.nodes[t[kEdges[e][1]]]) / 2;
        ++edges;
        is_changed = true;
      }
    }
  }
  return edges;
}

}  // namespace resound
