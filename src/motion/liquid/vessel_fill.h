#pragma once
#include <optional>
#include <vector>

#include "geometry/surface_index.h"
#include "splash/basin.h"

// Where there is room in a vessel, asked with rays. The vessel stands upright, open above.
namespace resound {

// It as a basin; nothing if it has no bottom or no sides around its own z axis.
std::optional<Basin> basin_of(const SurfaceIndex& vessel, bool is_closed_skin);

// Places of as many particles as liquid of this height [m] has cubes of the spacing [m], in level layers: those of a
// lattice, drawn together or apart by a few hundredths until it fits, and moved off the wall where they lie too near.
// Without a basin the lattice is taken as it is. All in the frame of the surface.
std::vector<Vec3> places_within(const SurfaceIndex& vessel, bool is_closed_skin, const std::optional<Basin>& basin,
                                double spacing, double height);

}  // namespace resound
