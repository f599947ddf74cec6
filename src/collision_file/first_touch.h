#pragma once

#include "numerics/vec3.h"

namespace resound {

// Two balls in one frame of somebody's simulation, the second seen from the first.
struct MovingPair {
  Vec3 separation;  // [m]    of the centres
  Vec3 velocity;    // [m/s]  of the second relative to the first
  double reach;     // [m]    sum of the radii
};

struct FirstTouch {
  double delay;  // [s]    after the frame before
  Vec3 normal;   // unit, from first to second
  double speed;  // [m/s]  of approach along the normal, never negative
};

// How two balls met that are apart in one frame and touch in the next, an interval [s] later.
FirstTouch first_touch(const MovingPair& before, const MovingPair& now, double interval);

}  // namespace resound
