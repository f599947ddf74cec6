#pragma once
#include "numerics/vec3.h"

namespace resound {

// Friction of a touch that lasts over many steps [Cundall & Strack 1979]: a spring and a dashpot along the surface,
// which give way at Coulomb's limit.
struct FrictionSpring {
  double stiffness = 0;  // [N/m]
  double damping = 0;    // [N s/m]
  double limit = 0;      // [N]  friction times normal force
};

// Lets the spring turn with the surface and stretch with the slip [m/s] for `duration` [s]; tells its force [N].
Vec3 drag(const FrictionSpring& spring, const Vec3& normal, const Vec3& slip, double duration, Vec3& stretch);

}  // namespace resound
