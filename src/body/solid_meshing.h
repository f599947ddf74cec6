#pragma once
#include <string>

#include "body/body_analysis.h"
#include "scene/solid.h"
#include "solid/solid_mesh.h"

namespace resound {

// The elements of a solid: bricks for what is swept from a section, quadratic tetrahedra for the rest, or what the
// scene asks for. Says what it made, and of linear tetrahedra by how much they are off in pitch.
SolidMesh mesh_of(const Solid& solid, const std::string& name, const PreparationReport& report);

// By how much a mesh of linear tetrahedra of this edge raises the pitch of a wall [m]: they cannot bend and answer with
// shear, so that the stiffness in bending grows as 1 + 2 (edge / wall)^2 (fitted to the bars and plates of
// docs/solids.md; good to a third of the excess).
double linear_tet_pitch_error(double edge, double wall);  // [1]  0.7: 70 % too high

}  // namespace resound
