#pragma once
#include <array>
#include <filesystem>
#include <functional>
#include <vector>

#include "geometry/meridian_mesh.h"
#include "geometry/tet_mesh.h"

// Bodies for the tests, in meshes of known structure.
namespace resound {

// The unit cube cut into nx x ny x nz boxes of six tetrahedra each, then moved point by point; middles of edges too, so
// that curved bodies get curved elements. With `joined` the faces x = 0 and x = 1 are the same nodes.
struct Grid {
  int nx = 1, ny = 1, nz = 1;
  bool joined = false;
};
TetMesh grid_mesh(const Grid& grid, const std::function<Vec3(Vec3)>& place);

TetMesh box_mesh(const Grid& grid, Vec3 sides);  // from the origin
TetMesh ring_mesh(const Grid& grid, double mean_radius, double wall, double width);
TetMesh ball_mesh(int n, double radius);

// What gmsh writes with -order 2 -format msh22.
TetMesh read_msh22(const std::filesystem::path& path);

std::vector<int> nodes_where(const TetMesh& mesh, const std::function<bool(const Vec3&)>& inside);

// Rectangles r0 … r1, z0 … z1 that share nodes where they touch.
class MeridianBuilder {
 public:
  void add(double r0, double r1, double z0, double z1, int columns, int rows);
  const MeridianMesh& mesh() const { return mesh_; }

 private:
  int node(double r, double z);
  MeridianMesh mesh_;
};
MeridianMesh ball_meridian(int n, double radius);
// The cup of cup_frequencies.csv.
MeridianMesh cup_meridian(double edge, int layers);

}  // namespace resound
