#pragma once
#include <span>
#include <vector>

#include "numerics/vec3.h"

namespace resound {

// How a body moves as a whole.
struct RigidMotion {
  Vec3 centre;    // [m]
  Vec3 velocity;  // [m/s]    of the centre
  Vec3 spin;      // [rad/s]
  Vec3 velocity_at(const Vec3& place) const { return velocity + cross(spin, place - centre); }
};

// That of the same momentum and angular momentum.
RigidMotion rigid_motion(std::span<const Vec3> position, std::span<const Vec3> velocity, std::span<const double> mass);

// Of a body that can only turn about these places: about their line, or about them if they are one point.
RigidMotion turning_motion(std::span<const Vec3> position, std::span<const Vec3> velocity, std::span<const double> mass,
                           std::span<const Vec3> pivots);

}  // namespace resound
