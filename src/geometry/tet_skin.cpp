#include <algorithm>
#include <array>

#include "geometry/skin.h"

namespace resound {
namespace {

// Faces of a positively oriented tetrahedron seen from outside: corners, then the middles of the sides between them.
constexpr std::array<std::array<int, 6>, 4> kFaces{
    {{0, 2, 1, 6, 5, 4}, {0, 1, 3, 4, 8, 7}, {1, 2, 3, 5, 9, 8}, {0, 3, 2, 7, 9, 6}}};

struct Face {
  std::array<int, 3> key;    // corners, sorted
  std::array<int, 6> nodes;  // outward
};

std::vector<Face> boundary_faces(const TetMesh& mesh) {
  std::vector<Face> faces;
  faces.reserve(4 * mesh.tets.size());
  for (const Tet10& tet : mesh.tets)
    for (const auto& local : kFaces) {
      Face face{};
      for (std::size_t k = 0; k < 6; ++k) face.nodes[k] = tet[local[k]];
      face.key = {face.nodes[0], face.nodes[1], face.nodes[2]};
      std::sort(face.key.begin(), face.key.end());
      faces.push_back(face);
    }
  std::stable_sort(faces.begin(), faces.end(), [](const Face& a, const Face& b) { return a.key < b.key; });
  std::vector<Face> single;
  for (std::size_t i = 0; i < faces.size();) {
    std::size_t same = i + 1;
    while (same < faces.size() && faces[same].key == faces[i].key) ++same;
    if (same == i + 1) single.push_back(faces[i]);
    i = same;
  }
  return single;
}

}  // namespace

TetSkin tet_skin(const TetMesh& mesh) {
  const std::vector<Face> faces = boundary_faces(mesh);
  std::vector<int> vertex(mesh.nodes.size(), -1);
  for (const Face& face : faces)
    for (const int node : face.nodes) vertex[node] = 0;
  TetSkin skin;
  for (std::size_t node = 0; node < vertex.size(); ++node) {
    if (vertex[node] < 0) continue;
    vertex[node] = static_cast<int>(skin.node.size());
    skin.node.push_back(static_cast<int>(node));
    skin.mesh.vertices.push_back(mesh.nodes[node]);
  }
  for (const Face& face : faces) {
    std::array<int, 6> v{};
    for (std::size_t k = 0; k < 6; ++k) v[k] = vertex[face.nodes[k]];
    skin.faces.push_back({v[0], v[1], v[2]});
    for (const Triangle& triangle : {Triangle{v[0], v[3], v[5]}, Triangle{v[3], v[1], v[4]}, Triangle{v[5], v[4], v[2]},
                                     Triangle{v[3], v[4], v[5]}})
      skin.mesh.triangles.push_back(triangle);
  }
  return skin;
}

}  // namespace resound
