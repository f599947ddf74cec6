#include "solid/solid_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "geometry/brick_colours.h"
#include "geometry/skin.h"
#include "solid/element_order.h"

namespace resound {
namespace {

// Faces seen from outside.
constexpr std::array<std::array<int, 3>, 4> kTetFaces{{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}};
constexpr std::array<std::array<int, 4>, 6> kBrickFaces{
    {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}};

// The faces that one element alone has, in the order of the elements.
template <std::size_t kCorners, class Element, std::size_t kFaces>
std::vector<std::array<int, kCorners>> boundary_faces(const std::vector<Element>& elements,
                                                      const std::array<std::array<int, kCorners>, kFaces>& faces) {
  using Face = std::array<int, kCorners>;
  std::vector<Face> all, keys;
  for (const Element& element : elements)
    for (const auto& local : faces) {
      Face face{};
      for (std::size_t k = 0; k < kCorners; ++k) face[k] = element[local[k]];
      all.push_back(face);
      std::sort(face.begin(), face.end());
      keys.push_back(face);
    }
  std::vector<Face> sorted = keys;
  std::sort(sorted.begin(), sorted.end());
  std::vector<Face> single;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto [from, to] = std::equal_range(sorted.begin(), sorted.end(), keys[i]);
    if (to - from == 1) single.push_back(all[i]);
  }
  return single;
}

SolidSkin skin_from(const std::vector<Vec3>& nodes, std::vector<Triangle> triangles) {
  std::vector<int> vertex(nodes.size(), -1);
  for (const Triangle& triangle : triangles)
    for (const int node : triangle) vertex[node] = 0;
  SolidSkin skin;
  for (std::size_t node = 0; node < vertex.size(); ++node) {
    if (vertex[node] < 0) continue;
    vertex[node] = static_cast<int>(skin.node.size());
    skin.node.push_back(static_cast<int>(node));
    skin.mesh.vertices.push_back(nodes[node]);
  }
  for (Triangle& triangle : triangles)
    for (int& node : triangle) node = vertex[node];
  skin.mesh.triangles = std::move(triangles);
  return skin;
}

SolidSkin skin(const LinearTetMesh& mesh) { return skin_from(mesh.nodes, boundary_faces(mesh.tets, kTetFaces)); }

SolidSkin skin(const TetMesh& mesh) {
  TetSkin from = tet_skin(mesh);
  return {std::move(from.mesh), std::move(from.node)};
}

// A face is cut along its shorter diagonal; where both are equal, along the one that joins nodes of one colour of a
// chessboard, so that the cut of a symmetric body leans to no side.
SolidSkin skin(const BrickMesh& mesh) {
  const std::vector<int> colour = chessboard(mesh);
  std::vector<Triangle> triangles;
  for (const auto& [a, b, c, d] : boundary_faces(mesh.bricks, kBrickFaces)) {
    const double ac = length(mesh.nodes[c] - mesh.nodes[a]), bd = length(mesh.nodes[d] - mesh.nodes[b]);
    const bool are_equal = std::abs(ac - bd) < 1e-6 * (ac + bd);
    const bool first_is_even = colour.empty() ? std::min(a, c) < std::min(b, d) : colour[a] == 0;
    if (are_equal ? first_is_even : ac < bd)
      triangles.insert(triangles.end(), {{a, b, c}, {a, c, d}});
    else
      triangles.insert(triangles.end(), {{a, b, d}, {b, c, d}});
  }
  return skin_from(mesh.nodes, std::move(triangles));
}

template <class Mesh>
auto& elements_of(Mesh& mesh) {
  if constexpr (requires { mesh.bricks; })
    return mesh.bricks;
  else
    return mesh.tets;
}

}  // namespace

std::span<const Vec3> nodes_of(const SolidMesh& mesh) {
  return std::visit([](const auto& m) { return std::span<const Vec3>(m.nodes); }, mesh);
}

std::size_t element_count(const SolidMesh& mesh) {
  return std::visit([](const auto& m) { return elements_of(m).size(); }, mesh);
}

SolidMesh in_halved_order(SolidMesh mesh) {
  std::visit(
      [](auto& m) {
        const std::vector<int> order = halved_order(m.nodes, node_bounds(m.nodes.size()));
        std::vector<Vec3> nodes;
        std::vector<int> place(order.size());
        for (std::size_t i = 0; i < order.size(); ++i) {
          nodes.push_back(m.nodes[order[i]]);
          place[order[i]] = static_cast<int>(i);
        }
        m.nodes = std::move(nodes);
        for (auto& element : elements_of(m))
          for (int& node : element) node = place[node];
      },
      mesh);
  return mesh;
}

SolidSkin skin_of(const SolidMesh& mesh) {
  return std::visit([](const auto& m) { return skin(m); }, mesh);
}

}  // namespace resound
