#pragma once
#include <optional>
#include <vector>

#include "geometry/surface_index.h"
#include "splash/basin.h"

// Where there is room in a vessel, asked with rays. The vessel stands upright, open above.
namespace resound {

// Places of a cubic lattice inside it, up to `height` above the lowest of them, no nearer than half a spacing to its
// wall [m]; in the frame of the surface.
std::vector<Vec3> places_within(const SurfaceIndex& vessel, bool is_closed_skin, double spacing, double height);

// It as a basin; nothing if it has no bottom or no sides around its own z axis.
std::optional<Basin> basin_of(const SurfaceIndex& vessel, bool is_closed_skin);

}  // namespace resound
