#pragma once
#include <span>

#include "geometry/triangle_mesh.h"

namespace resound {

struct SurfaceSettings {
  double cell = 0.6;     // [dx]  of the grid on which the surface is found
  double reach = 2.0;    // [dx]  over which particles are averaged
  double radius = 0.53;  // [dx]  from the averaged place to the surface
  int smoothing = 2;     // rounds in which vertices move to the middle of their neighbours
};

// The skin of a liquid of particles: where a place is `radius` from the averaged particles around it [Zhu & Bridson
// 2005], which is flat where they lie flat, found cell by cell [Gibson 1998, surface nets]. Closed, outward; particles
// that are nowhere are left out.
TriangleMesh surface_of(std::span<const Vec3> particles, double spacing, const SurfaceSettings& settings = {});

}  // namespace resound
