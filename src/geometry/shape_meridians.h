#pragma once
#include "geometry/meridian_mesh.h"
#include "geometry/solid_shape.h"

// Bodies of revolution as a structured meridian of 8-node quadrilaterals. Solid parts reach the axis with whole sides;
// the middles of sides lie on the true curve.
namespace resound {

struct MeridianSize {
  double edge = 0.004;  // [m]  along the walls
  int layers = 2;       // through a wall
};

// Throws LimitError if the mesh would have more than kMostQuads.
MeridianMesh meridian_mesh(const RingShape& shape, const MeridianSize& size);
MeridianMesh meridian_mesh(const SphereShape& shape, const MeridianSize& size);
MeridianMesh meridian_mesh(const BowlShape& shape, const MeridianSize& size);
MeridianMesh meridian_mesh(const CupShape& shape, const MeridianSize& size);  // refined towards the inner corner
MeridianMesh meridian_mesh(const GlassShape& shape, const MeridianSize& size);
MeridianMesh meridian_mesh(const BellShape& shape, const MeridianSize& size);
MeridianMesh meridian_mesh(const TubeShape& shape, const MeridianSize& size);

inline constexpr double kMostQuads = 2e5;

}  // namespace resound
