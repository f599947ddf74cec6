#include <numbers>

#include "closed_surface.h"

namespace resound {

TriangleMesh icosphere(double radius, int times) {
  const double g = std::numbers::phi;
  TriangleMesh mesh;
  mesh.vertices = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                   {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
  mesh.triangles = {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                    {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                    {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
  for (int i = 0; i < times; ++i) {
    std::map<std::pair<int, int>, int> middles;
    std::vector<Triangle> finer;
    const auto middle = [&](int a, int b) {
      const auto [place, is_new] = middles.try_emplace(std::minmax(a, b), static_cast<int>(mesh.vertices.size()));
      if (is_new) mesh.vertices.push_back(normalized(mesh.vertices[a]) + normalized(mesh.vertices[b]));
      return place->second;
    };
    for (const Triangle& t : mesh.triangles) {
      const int ab = middle(t[0], t[1]), bc = middle(t[1], t[2]), ca = middle(t[2], t[0]);
      finer.insert(finer.end(), {{t[0], ab, ca}, {ab, t[1], bc}, {ca, bc, t[2]}, {ab, bc, ca}});
    }
    mesh.triangles = finer;
  }
  for (Vec3& v : mesh.vertices) v = radius * normalized(v);
  return mesh;
}

}  // namespace resound
