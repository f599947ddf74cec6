#include <fmt/format.h>

#include "base/error.h"
#include "geometry/polygon.h"
#include "mesh_file/file_mesh.h"

namespace resound {
namespace {

int narrow(std::int64_t index) {  // too large or negative becomes -1, which the final check refuses
  return index < 0 || index > 2'000'000'000 ? -1 : static_cast<int>(index);
}

}  // namespace

void MeshCollector::add_vertex(const Vec3& position) {
  if (!is_finite(position))
    throw InputError(fmt::format("{}: vertex {} is ({}, {}, {}), which is no place; export the mesh again", name_,
                                 mesh_.vertices.size() + 1, position.x, position.y, position.z));
  if (mesh_.vertices.size() >= kMostFileVertices)
    throw LimitError(
        fmt::format("{}: more than {} vertices; simplify the mesh before it is read", name_, kMostFileVertices));
  mesh_.vertices.push_back(position);
}

void MeshCollector::add_triangle(std::int64_t a, std::int64_t b, std::int64_t c) {
  if (mesh_.triangles.size() >= kMostFileTriangles)
    throw LimitError(
        fmt::format("{}: more than {} triangles; simplify the mesh before it is read", name_, kMostFileTriangles));
  mesh_.triangles.push_back({narrow(a), narrow(b), narrow(c)});
}

void MeshCollector::add_polygon(const std::vector<std::int64_t>& corners) {
  if (corners.size() < 3)
    throw InputError(fmt::format("{}: a face has {} corners; it needs three", name_, corners.size()));
  if (corners.size() > kMostPolygonCorners)
    throw InputError(fmt::format("{}: a face has {} corners; at most {} are read: triangulate it", name_,
                                 corners.size(), kMostPolygonCorners));
  if (corners.size() == 3)
    add_triangle(corners[0], corners[1], corners[2]);
  else
    polygons_.push_back(corners);
}

void MeshCollector::add_tet(const std::array<std::int64_t, 4>& corners) {
  mesh_.tets.push_back({narrow(corners[0]), narrow(corners[1]), narrow(corners[2]), narrow(corners[3])});
}

void MeshCollector::add_curved_tet(const std::array<std::int64_t, 10>& nodes) {
  Tet10 tet{};
  for (std::size_t i = 0; i < 10; ++i) tet[i] = narrow(nodes[i]);
  mesh_.curved_tets.push_back(tet);
}

int MeshCollector::checked(std::int64_t index) const {
  if (index >= 0 && index < static_cast<std::int64_t>(mesh_.vertices.size())) return static_cast<int>(index);
  throw InputError(
      fmt::format("{}: a face or cell names a vertex outside of the {} that the file holds; export it again", name_,
                  mesh_.vertices.size()));
}

void MeshCollector::cut_polygons() {
  std::vector<Vec3> places;
  for (const std::vector<std::int64_t>& polygon : polygons_) {
    places.clear();
    for (const std::int64_t corner : polygon) places.push_back(mesh_.vertices[checked(corner)]);
    for (const Triangle& t : triangulate(places)) add_triangle(polygon[t[0]], polygon[t[1]], polygon[t[2]]);
  }
  polygons_.clear();
}

FileMesh MeshCollector::take() {
  cut_polygons();
  const auto check_all = [&](const auto& cells) {
    for (const auto& cell : cells)
      for (const int index : cell) checked(index);
  };
  check_all(mesh_.triangles);
  check_all(mesh_.tets);
  check_all(mesh_.curved_tets);
  return std::move(mesh_);
}

}  // namespace resound
