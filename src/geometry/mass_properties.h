#pragma once
#include "geometry/meridian_mesh.h"
#include "geometry/tet_mesh.h"
#include "geometry/triangle_mesh.h"

namespace resound {

struct MassProperties {
  double volume = 0;       // [m^3]  negative if the surface is inside out
  double mass = 0;         // [kg]
  Vec3 centre;             // [m]  of mass
  double inertia[9] = {};  // [kg m^2]  about the centre, row-major
};

// Of the solid inside a closed surface, of a meshed solid with curved elements, of a body of revolution.
MassProperties mass_properties(const TriangleMesh& surface, double density);  // [kg/m^3]
MassProperties mass_properties(const TetMesh& solid, double density);
MassProperties mass_properties(const MeridianMesh& meridian, double density);

double surface_area(const TriangleMesh& surface);  // [m^2]

}  // namespace resound
