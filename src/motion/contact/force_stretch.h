#pragma once
#include "motion/motion_events.h"

namespace resound {

// A force that is known stretch by stretch reaches what it acts on as half-sines, each of the same impulse, middle and
// spread: a uniform stretch h has the variance h^2 / 12, a half-sine D has (1/4 - 2/pi^2) D^2.
inline constexpr double kEqualSpread = 1.3265;  // D / h

// One such stretch, from `begin` on. The impulse [N s] must not be zero.
inline Contact force_stretch(int object, const Vec3& place, const Vec3& impulse, double begin, double stretch) {
  const double size = length(impulse), duration = kEqualSpread * stretch;
  return {.time = begin + stretch / 2 - duration / 2,
          .object = object,
          .position = place,
          .direction = impulse / size,
          .pulse = StrikePulse{size, duration}};
}

}  // namespace resound
