#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/tet_mesh.h"
#include "geometry/triangle_mesh.h"

// What a mesh file holds, in the file's own units, before anything is made of it. A file may come from anybody: a
// parser never takes memory for a count that the bytes of the file cannot fill, and what it gives back has every index
// in range and every coordinate finite. Whatever is wrong is an InputError that names file, line or byte, fact and
// remedy; what is sound but too much is a LimitError.
namespace resound {

struct FileMesh {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  std::vector<std::array<int, 4>> tets;  // with straight edges
  std::vector<Tet10> curved_tets;        // with nodes in the middles of their edges, ordered as in TetMesh
};

inline constexpr std::size_t kMostFileTriangles = 20'000'000;
inline constexpr std::size_t kMostFileVertices = 20'000'000;
inline constexpr std::uint64_t kMostFileBytes = 2'000'000'000;

// Collects a mesh while its file is read; keeps the limits and the promises above. Indices are given as the file counts
// them from zero, and may point ahead: they are checked when the mesh is taken.
class MeshCollector {
 public:
  explicit MeshCollector(std::string name) : name_(std::move(name)) {}

  void add_vertex(const Vec3& position);
  void add_polygon(const std::vector<std::int64_t>& corners);  // three or more; cut into triangles when taken
  void add_triangle(std::int64_t a, std::int64_t b, std::int64_t c);
  void add_tet(const std::array<std::int64_t, 4>& corners);
  void add_curved_tet(const std::array<std::int64_t, 10>& nodes);
  std::size_t vertex_count() const { return mesh_.vertices.size(); }
  FileMesh take();

 private:
  int checked(std::int64_t index) const;
  void cut_polygons();

  std::string name_;
  FileMesh mesh_;
  std::vector<std::vector<std::int64_t>> polygons_;  // with more than three corners
};

// One parser a format. `name` stands in messages.
FileMesh parse_obj(std::string_view text, const std::string& name);
FileMesh parse_ply(std::string_view bytes, const std::string& name);
FileMesh parse_stl(std::string_view bytes, const std::string& name);
FileMesh parse_msh(std::string_view bytes, const std::string& name);
FileMesh parse_vtk(std::string_view bytes, const std::string& name);

// glTF may lean on files beside it: `neighbour` gives the bytes of one by its plain name.
using Neighbour = std::function<std::string(const std::string& file_name)>;
FileMesh parse_gltf(std::string_view bytes, const std::string& name, const Neighbour& neighbour);

}  // namespace resound
