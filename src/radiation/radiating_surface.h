#pragma once
#include <array>
#include <span>
#include <vector>

#include "geometry/triangle_mesh.h"

namespace resound {

// One flat triangle of a skin, seen from the air.
struct Facet {
  std::array<Vec3, 3> corners;       // [m]
  std::array<int, 3> vertices = {};  // of the mesh, which carry the motion
  std::array<int, 3> nodes = {};     // of the surface, which carry the pressure
  Vec3 centroid;                     // [m]
  Vec3 normal;                       // unit, outward
  double area = 0;                   // [m^2]
  double reach = 0;                  // [m]  from the centroid to the farthest corner
};

// A closed skin made ready for boundary elements: corners at one place are one node (files often store them apart), and
// triangles without area are left out.
struct RadiatingSurface {
  explicit RadiatingSurface(const TriangleMesh& mesh);

  std::vector<Facet> facets;
  int nodes = 0;
  Vec3 centre;        // [m]  of the box that holds it
  double radius = 0;  // [m]  from there to the farthest corner
  double volume = 0;  // [m^3]
};

// How fast each facet moves outward, at its centroid.
std::vector<double> outward_speed(const RadiatingSurface& surface, std::span<const Vec3> motion);

// Points inside a triangle and their weights, which sum to 1.
struct TrianglePoint {
  std::array<double, 3> barycentric;
  double weight;
};
std::span<const TrianglePoint> three_points();  // exact for polynomials of degree 2
std::span<const TrianglePoint> seven_points();  // of degree 5 [Radon 1948]

inline Vec3 point_on(const Facet& facet, const TrianglePoint& point) {
  return point.barycentric[0] * facet.corners[0] + point.barycentric[1] * facet.corners[1] +
         point.barycentric[2] * facet.corners[2];
}

}  // namespace resound
