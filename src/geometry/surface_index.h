#pragma once
#include <array>
#include <optional>
#include <vector>

#include "geometry/triangle_bvh.h"
#include "geometry/triangle_mesh.h"

namespace resound {

// A place on a surface.
struct SurfacePoint {
  int triangle = -1;
  std::array<double, 3> weights{};  // barycentric: of the triangle's three vertices
  Vec3 position;                    // [m]
  Vec3 normal;                      // outward, unit, of the flat triangle
  double distance = 0;              // [m]  from the place or along the ray that was asked for
};

// How a surface bends at a place, positive where it is convex seen from outside: 1/R on a ball, 0 on a flat wall.
struct Curvature {
  double larger = 0;   // [1/m]  principal curvatures
  double smaller = 0;  // [1/m]
  double mean() const { return (larger + smaller) / 2; }
};

// A surface ready to be asked where things are on it.
class SurfaceIndex {
 public:
  explicit SurfaceIndex(TriangleMesh mesh);
  const TriangleMesh& mesh() const { return mesh_; }
  const TriangleBvh& tree() const { return tree_; }

  // The place on the surface nearest to a point; nothing only if there are no triangles.
  std::optional<SurfacePoint> nearest(const Vec3& place) const;

  // First triangle met along a unit vector, nearer than `farthest` [m]; hits before `from` [m] do not count.
  std::optional<SurfacePoint> first_hit(const Vec3& origin, const Vec3& direction, double from = 0,
                                        double farthest = 1e300) const;

  // Of the smooth patch around a place: a quadric fitted to the vertices that can be reached without crossing an edge
  // sharper than 40 degrees, within `radius` [m] or, if that is 0 or holds too few, in the nearest rings of triangles.
  Curvature curvature(const SurfacePoint& place, double radius = 0) const;

  // The wall that the thinnest parts of a closed body have: thickness seen by rays that go straight inward from every
  // triangle, exceeded on all but `share` of the surface. Sharp edges, where a thickness has no meaning, are passed
  // over.
  double thinnest_wall(double share = 0.02) const;  // [m]

 private:
  std::vector<int> smooth_patch(const SurfacePoint& place, double radius) const;

  TriangleMesh mesh_;
  TriangleBvh tree_;
  std::vector<std::array<int, 3>> neighbours_;  // across the edge that follows each corner; -1 if there is none or many
  std::vector<Vec3> normals_;                   // of the triangles
};

}  // namespace resound
