#pragma once
#include "grain/grain_kind.h"
#include "numerics/vec3.h"

namespace resound {

// How two surfaces meet, ready for use.
struct ImpactRule {
  Restitution first, second;
  double constant = 0;                // [1]  restitution, if neither depends on the speed; otherwise 0
  double friction = 0;                // [1]
  double tangential_restitution = 0;  // [1]

  double restitution(double speed) const {
    return constant > 0 ? constant : std::sqrt(first.at(speed) * second.at(speed));
  }
};
ImpactRule impact_rule(const GrainSurface& first, const GrainSurface& second);

// A ball at the moment of an impact; what does not give way has no inverse mass.
struct ImpactBody {
  double radius = 0;         // [m]
  double inverse_mass = 0;   // [1/kg]
  Vec3* velocity = nullptr;  // [m/s]    changed
  Vec3* spin = nullptr;      // [rad/s]  changed
};

// What an impact does: `parting` is the speed [m/s] along the normal with which two bodies part that approached with
// `speed`; `grip` the tangential restitution.
struct ImpactSpeeds {
  double speed = 0, parting = 0, grip = 0;
};

// Two balls touch, `normal` from the first to the second. Impulses along the normal and, up to Coulomb's limit, against
// the sliding of the surfaces [Walton 1993]:
//   J_n = m* (v + v'),   J_t = min((2/7) m* (1 + beta) |g_t|, mu J_n),   1/m* = 1/m1 + 1/m2
// with g_t the sliding velocity of the two surfaces and beta the tangential restitution. The 2/7 is that of solid
// balls. Returns the impulse on the first [N s].
Vec3 collide(const ImpactBody& first, const ImpactBody& second, const Vec3& normal, const ImpactSpeeds& speeds,
             double friction);

// A ball and a wall whose surface moves with `wall_velocity` [m/s] where they touch; `normal` from the ball to the
// wall.
Vec3 collide_with_wall(const ImpactBody& ball, const Vec3& wall_velocity, const Vec3& normal,
                       const ImpactSpeeds& speeds, double friction);

}  // namespace resound
