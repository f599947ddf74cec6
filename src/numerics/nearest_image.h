#pragma once
#include <cmath>
#include <initializer_list>

#include "numerics/vec3.h"

namespace resound {

// The shortest of the ways that lead to the same place in a space that repeats after `period`; 0: it does not. [m]
inline Vec3 nearest_image(Vec3 way, double period) {
  if (period > 0)
    for (double* x : {&way.x, &way.y, &way.z}) *x -= period * std::nearbyint(*x / period);
  return way;
}

}  // namespace resound
