#pragma once
#include "numerics/path.h"

namespace resound {

// The directions into which a receiver sorts what arrives. A further basis (higher Ambisonics, an HRTF's) is one more
// line.
enum class DirectionBasis {
  pressure,     // 1 channel: all directions alike
  first_order,  // 4 channels: pressure, and pressure weighted by the x, y and z of the direction it comes from
};

constexpr int channel_count(DirectionBasis basis) { return basis == DirectionBasis::pressure ? 1 : 4; }

// The weight of a channel for sound that travels in a unit direction: pressure, or the x, y, z of where it comes from.
constexpr double direction_weight(int channel, const Vec3& direction) {
  switch (channel) {
    case 1:
      return -direction.x;
    case 2:
      return -direction.y;
    case 3:
      return -direction.z;
    default:
      return 1;
  }
}

// A point in the air at which sound is gathered.
struct Receiver {
  Path path;  // [m]
  DirectionBasis basis = DirectionBasis::pressure;
};

}  // namespace resound
