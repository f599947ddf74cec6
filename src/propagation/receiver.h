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

// A point in the air at which sound is gathered.
struct Receiver {
  Path path;  // [m]
  DirectionBasis basis = DirectionBasis::pressure;
};

}  // namespace resound
