#pragma once
#include <cmath>
#include <numbers>

#include "numerics/pose.h"
#include "scene/solid.h"

namespace resound {

// How the driven sides of a solid go there and back: s(t) = (1 - cos(2 pi f t)) / 2, at rest when the scene begins.
struct SideDrive {
  SolidDrive drive;
  Vec3 middle;  // [m]  of the driven nodes at the beginning, world

  double share(double time) const { return (1 - std::cos(2 * std::numbers::pi * drive.frequency * time)) / 2; }

  Vec3 position(const Vec3& begin, double time) const {  // [m]
    const double s = share(time);
    return middle + s * drive.travel + rotation_about(drive.turn_axis, s * drive.turn) * (begin - middle);
  }
};

}  // namespace resound
