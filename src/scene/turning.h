#pragma once
#include <algorithm>
#include <limits>

#include "numerics/pose.h"

namespace resound {

// How a thing that goes its given way turns on it: evenly, about an axis through its own origin, for a while.
struct Turning {
  Vec3 axis{0, 0, 1};
  double rate = 0;                                                  // [rad/s]
  double begin = 0, end = std::numeric_limits<double>::infinity();  // [s]

  Rotation at(double time) const { return rotation_about(axis, rate * (std::clamp(time, begin, end) - begin)); }
  Vec3 velocity(double time) const {  // [rad/s]
    return time >= begin && time < end ? rate * normalized(axis) : Vec3{};
  }
  bool is_still() const { return rate == 0; }
};

}  // namespace resound
