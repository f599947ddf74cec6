#include "geometry/triangle_mesh.h"

#include <cassert>
#include <cmath>
#include <numbers>

namespace resound {
namespace {

// The skin of a prism along x: `section` lists its outline counter-clockwise seen from +x, as (y, z).
TriangleMesh sweep_along_x(const std::vector<Vec3>& section, double length, int slices) {
  assert(slices >= 1 && section.size() >= 3);
  TriangleMesh mesh;
  const int sides = static_cast<int>(section.size());
  for (int i = 0; i <= slices; ++i)
    for (const Vec3& p : section) mesh.vertices.push_back({length * (static_cast<double>(i) / slices - 0.5), p.y, p.z});

  const auto vertex = [&](int slice, int side) { return slice * sides + side % sides; };
  for (int i = 0; i < slices; ++i)
    for (int k = 0; k < sides; ++k) {
      mesh.triangles.push_back({vertex(i, k), vertex(i, k + 1), vertex(i + 1, k + 1)});
      mesh.triangles.push_back({vertex(i, k), vertex(i + 1, k + 1), vertex(i + 1, k)});
    }
  return mesh;
}

}  // namespace

TriangleMesh box_mesh(const Vec3& size, int slices) {
  const double y = size.y / 2, z = size.z / 2;
  TriangleMesh mesh = sweep_along_x({{0, -y, -z}, {0, y, -z}, {0, y, z}, {0, -y, z}}, size.x, slices);
  const int end = 4 * slices;
  mesh.triangles.insert(mesh.triangles.end(), {{0, 2, 1}, {0, 3, 2}, {end, end + 1, end + 2}, {end, end + 2, end + 3}});
  return mesh;
}

TriangleMesh round_bar_mesh(double length, double radius, int slices, int sides) {
  std::vector<Vec3> section;
  for (int k = 0; k < sides; ++k) {
    const double angle = 2 * std::numbers::pi * k / sides;
    section.push_back({0, radius * std::cos(angle), radius * std::sin(angle)});
  }
  TriangleMesh mesh = sweep_along_x(section, length, slices);
  const int left = static_cast<int>(mesh.vertices.size()), right = left + 1, end = sides * slices;
  mesh.vertices.push_back({-length / 2, 0, 0});
  mesh.vertices.push_back({length / 2, 0, 0});
  for (int k = 0; k < sides; ++k) {
    const int next = (k + 1) % sides;
    mesh.triangles.push_back({left, next, k});
    mesh.triangles.push_back({right, end + k, end + next});
  }
  return mesh;
}

}  // namespace resound
