#pragma once
#include <vector>

#include "geometry/triangle_mesh.h"

namespace resound {

// A particle that stands for a piece of wall.
struct WallSample {
  Vec3 place;           // [m]  in the wall's own frame, behind the surface
  Vec3 outward;         // unit, from it to the surface and on into the liquid
  double depth = 0;     // [m]  below the surface
  double share = 1;     // [1]  of dx^3
  bool is_thin = true;  // is there another side so near that liquid beyond it must not feel this?
};

// Fills the space behind a surface with particles a spacing apart, in `layers` that follow it at half a spacing, one
// and a half, …: exactly on a square lattice where it is flat and upright, evenly elsewhere. A closed skin is filled
// within; behind an open sheet both sides are, each for the liquid on the other. Thin walls are filled beyond their
// other side. Throws LimitError where that would be too many.
std::vector<WallSample> sample_wall(const TriangleMesh& mesh, double spacing, int layers, bool in_front_only = false);

bool is_closed(const TriangleMesh& mesh);  // does every edge join two triangles?

}  // namespace resound
