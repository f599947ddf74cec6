#pragma once
#include <vector>

#include "numerics/vec3.h"

namespace resound {

// A vessel as the level of the liquid in it and the column of air above need to know it. It stands upright; when it
// moves, its bottom is moved with it.
struct Basin {
  Vec3 bottom;                // [m]    middle of its base, inside
  double reach = 0;           // [m]    liquid farther from its axis is not its own; 0: all of it is
  double height = 0;          // [m]    from the bottom to the rim, inside; 0: open to all sides
  double mouth_radius = 0;    // [m]    of the opening; 0: no column of air is heard
  std::vector<double> areas;  // [m^2]  horizontal sections inside, at equal steps from bottom to rim. One: a prism.
                              //        None: the area that the resting liquid covers is measured instead
};

// How high liquid of a volume [m^3] stands in it; above the rim it is taken to go on straight up. `covered` [m^2] is
// the area for a basin that has none of its own.
double level_of(const Basin& basin, double volume, double covered);  // [m]

// Its horizontal section at a height above the bottom [m]; above the rim that of the rim. It must have areas.
double section_at(const Basin& basin, double height);  // [m^2]

// Volume of what stands up to a level in it [m]. It must have areas.
double volume_below(const Basin& basin, double level);  // [m^3]

// Length of the column of air above liquid that stands `level` high, with the correction of an open end:
//   H - h + 0.61 R; its lowest note is c / (4 length)
double air_length(const Basin& basin, double level);  // [m]

}  // namespace resound
