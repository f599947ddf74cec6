#pragma once
#include "grain/parabola.h"
#include "numerics/vec3.h"

namespace resound {

// A ball at its own time. One line of cache, because every prediction reads dozens of them.
struct alignas(64) FlyingBall {
  Vec3 position;      // [m]
  double time = 0;    // [s]    infinite while it sleeps
  Vec3 velocity;      // [m/s]
  double radius = 0;  // [m]

  bool is_asleep() const { return time == kNever; }
};

}  // namespace resound
