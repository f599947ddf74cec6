#pragma once
#include <functional>

#include "numerics/vec3.h"

namespace resound {

// Two grains, or a grain and a wall, that have met. This is what is heard of grains; whoever makes such a list, a
// solver or a file, makes sound.
struct Collision {
  double time = 0;   // [s]    first contact; of a clump: when they have parted
  Vec3 place;        // [m]    where they touch
  Vec3 normal;       // unit, from first to second
  double speed = 0;  // [m/s]  approach along the normal, positive
  int first = 0;     // grain
  int second = 0;    // grain; a wall w is -1 - w
};

constexpr int wall_as_body(int wall) { return -1 - wall; }  // how a wall is named in Collision::second, and back

using CollisionSink = std::function<void(const Collision&)>;  // in the order of time

}  // namespace resound
