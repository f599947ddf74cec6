#pragma once
#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "geometry/triangle_mesh.h"

// Bodies whose sound is known.
namespace resound::test {

// A unit sphere of 20 * 4^cuts triangles.
inline TriangleMesh sphere(int cuts) {
  const double t = (1 + std::sqrt(5.0)) / 2;
  TriangleMesh mesh{{{-1, t, 0},
                     {1, t, 0},
                     {-1, -t, 0},
                     {1, -t, 0},
                     {0, -1, t},
                     {0, 1, t},
                     {0, -1, -t},
                     {0, 1, -t},
                     {t, 0, -1},
                     {t, 0, 1},
                     {-t, 0, -1},
                     {-t, 0, 1}},
                    {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                     {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                     {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}}};
  for (Vec3& vertex : mesh.vertices) vertex = normalized(vertex);
  for (int cut = 0; cut < cuts; ++cut) {
    std::map<std::pair<int, int>, int> middles;
    const auto middle = [&](int a, int b) {
      const auto [at, is_new] = middles.try_emplace(std::minmax(a, b), static_cast<int>(mesh.vertices.size()));
      if (is_new) {
        const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
        mesh.vertices.push_back(normalized(mesh.vertices[i] + mesh.vertices[j]));
      }
      return at->second;
    };
    std::vector<Triangle> finer;
    for (const auto& [a, b, c] : mesh.triangles) {
      const int ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      finer.insert(finer.end(), {{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}});
    }
    mesh.triangles = finer;
  }
  return mesh;
}

// A box about the origin with an even grid on each face; corners are stored once a face, as many files do.
inline TriangleMesh grid_box(const Vec3& size, int nx, int ny, int nz) {
  TriangleMesh mesh;
  const auto face = [&](const Vec3& corner, const Vec3& u, const Vec3& v, int nu, int nv) {
    const int begin = static_cast<int>(mesh.vertices.size());
    const auto tidy = [](double x) { return std::round(x * 1e12) * 1e-12; };  // faces meet to the bit
    for (int i = 0; i <= nu; ++i)
      for (int j = 0; j <= nv; ++j) {
        const Vec3 p = corner + (static_cast<double>(i) / nu) * u + (static_cast<double>(j) / nv) * v;
        mesh.vertices.push_back({tidy(p.x), tidy(p.y), tidy(p.z)});
      }
    for (int i = 0; i < nu; ++i)
      for (int j = 0; j < nv; ++j) {
        const int a = begin + i * (nv + 1) + j, b = a + nv + 1;
        if ((i + j) % 2 == 1)
          mesh.triangles.insert(mesh.triangles.end(), {{a, b, b + 1}, {a, b + 1, a + 1}});
        else
          mesh.triangles.insert(mesh.triangles.end(), {{a, b, a + 1}, {b, b + 1, a + 1}});
      }
  };
  const Vec3 x{size.x, 0, 0}, y{0, size.y, 0}, z{0, 0, size.z}, low = -0.5 * size;
  face(low + z, x, y, nx, ny), face(low, y, x, ny, nx);
  face(low, x, z, nx, nz), face(low + y, z, x, nz, nx);
  face(low, z, y, nz, ny), face(low + x, y, z, ny, nz);
  return mesh;
}

inline double level(double ratio) { return 20 * std::log10(ratio); }  // [dB]

}  // namespace resound::test
