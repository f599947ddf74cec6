#include "geometry/linear_tets.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "base/error.h"
#include "geometry/brick_colours.h"

namespace resound {
namespace {

// The five of a brick whose inner tetrahedron joins the corners 0, 2, 5, 7, and its mirror image.
constexpr std::array<Tet4, 5> kEvenFive{{{0, 2, 7, 5}, {0, 1, 2, 5}, {2, 3, 0, 7}, {5, 7, 4, 0}, {7, 5, 6, 2}}};
constexpr std::array<Tet4, 5> kOddFive{{{1, 3, 4, 6}, {1, 3, 0, 4}, {3, 1, 2, 6}, {4, 6, 5, 1}, {6, 4, 7, 3}}};
// The six around 0-6: each walks the three axes in another order.
constexpr std::array<Tet4, 6> kSix{
    {{0, 1, 2, 6}, {0, 2, 3, 6}, {0, 3, 7, 6}, {0, 7, 4, 6}, {0, 4, 5, 6}, {0, 5, 1, 6}}};

double six_volumes(const std::vector<Vec3>& nodes, const Tet4& tet) {
  const Vec3& origin = nodes[tet[0]];
  return dot(cross(nodes[tet[1]] - origin, nodes[tet[2]] - origin), nodes[tet[3]] - origin);
}

void append(LinearTetMesh& to, const Brick& brick, const Tet4& corners) {
  Tet4 tet{brick[corners[0]], brick[corners[1]], brick[corners[2]], brick[corners[3]]};
  if (six_volumes(to.nodes, tet) < 0) std::swap(tet[1], tet[2]);
  to.tets.push_back(tet);
}

// Faces that only one tetrahedron has must bound the solid: four triangles of a quarrelling pair would be left over.
std::size_t open_faces(const LinearTetMesh& mesh) {
  std::map<std::array<int, 3>, int> count;
  for (const Tet4& tet : mesh.tets)
    for (std::size_t left_out = 0; left_out < 4; ++left_out) {
      std::array<int, 3> face{tet[(left_out + 1) % 4], tet[(left_out + 2) % 4], tet[(left_out + 3) % 4]};
      std::sort(face.begin(), face.end());
      ++count[face];
    }
  return static_cast<std::size_t>(
      std::count_if(count.begin(), count.end(), [](const auto& c) { return c.second == 1; }));
}

std::size_t open_faces(const BrickMesh& mesh) {
  constexpr std::array<std::array<int, 4>, 6> kFaces{
      {{0, 1, 2, 3}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}}};
  std::map<std::array<int, 4>, int> count;
  for (const Brick& brick : mesh.bricks)
    for (const auto& corners : kFaces) {
      std::array<int, 4> face{brick[corners[0]], brick[corners[1]], brick[corners[2]], brick[corners[3]]};
      std::sort(face.begin(), face.end());
      ++count[face];
    }
  return static_cast<std::size_t>(
      std::count_if(count.begin(), count.end(), [](const auto& c) { return c.second == 1; }));
}

}  // namespace

LinearTetMesh linear_tets(const BrickMesh& mesh, BrickCut cut) {
  LinearTetMesh tets{mesh.nodes, {}};
  if (cut == BrickCut::six) {
    for (const Brick& brick : mesh.bricks)
      for (const Tet4& corners : kSix) append(tets, brick, corners);
    if (open_faces(tets) != 2 * open_faces(mesh))
      throw InputError(
          "bricks that are not all turned alike cannot be cut into six tetrahedra each; cut them into five");
    return tets;
  }
  const std::vector<int> colour = chessboard(mesh);
  if (colour.empty())
    throw InputError("bricks that close to an odd ring cannot be cut into five tetrahedra each; use an even number");
  for (const Brick& brick : mesh.bricks)
    for (const Tet4& corners : colour[brick[0]] == 0 ? kEvenFive : kOddFive) append(tets, brick, corners);
  return tets;
}

LinearTetMesh linear_tets(const TetMesh& mesh) {
  std::vector<int> number(mesh.nodes.size(), -1);
  for (const Tet10& tet : mesh.tets)
    for (std::size_t corner = 0; corner < 4; ++corner) number[tet[corner]] = 0;
  LinearTetMesh tets;
  for (std::size_t node = 0; node < number.size(); ++node) {
    if (number[node] < 0) continue;
    number[node] = static_cast<int>(tets.nodes.size());
    tets.nodes.push_back(mesh.nodes[node]);
  }
  for (const Tet10& tet : mesh.tets)
    tets.tets.push_back({number[tet[0]], number[tet[1]], number[tet[2]], number[tet[3]]});
  return tets;
}

}  // namespace resound
