#pragma once
#include "geometry/meridian_wall.h"
#include "geometry/solid_shape.h"

namespace resound {

// The wall of a shell of revolution, from the axis to the rim.
struct ShellWall {
  MeridianCurve curve;                            // one side of it, or its middle
  std::function<double(double share)> thickness;  // [m]
  double shift = 0;                               // of the wall to the right of the curve, in thicknesses

  // `share` of the curve's length from the axis, `depth` from 0 to 1 through the wall.
  MeridianPoint at(double share, double depth) const {
    const MeridianPoint point = left_of(curve.at(share), (depth - shift) * thickness(share));
    return {share == 0 ? 0 : point.r, point.z};
  }
};

ShellWall shell_wall(const BowlShape& shape);
ShellWall shell_wall(const BellShape& shape);

}  // namespace resound
