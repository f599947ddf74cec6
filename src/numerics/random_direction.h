#pragma once
#include "numerics/random_stream.h"
#include "numerics/vec3.h"

namespace resound {

// A unit vector, as likely to point one way as any other.
inline Vec3 any_direction(RandomStream& random) {
  const double x = random.normal(), y = random.normal(), z = random.normal();
  return normalized(Vec3{x, y, z});
}

}  // namespace resound
