#pragma once
#include "numerics/vec3.h"

namespace resound {

// A turn in space as a unit quaternion.
struct Rotation {
  double w = 1, x = 0, y = 0, z = 0;

  constexpr Vec3 operator*(const Vec3& v) const {  // v turned
    const Vec3 u{x, y, z};
    return v + 2.0 * cross(u, cross(u, v) + w * v);
  }
  constexpr Rotation operator*(const Rotation& b) const {  // first b, then this
    return {w * b.w - x * b.x - y * b.y - z * b.z, w * b.x + x * b.w + y * b.z - z * b.y,
            w * b.y - x * b.z + y * b.w + z * b.x, w * b.z + x * b.y - y * b.x + z * b.w};
  }
  constexpr Rotation inverse() const { return {w, -x, -y, -z}; }
  constexpr bool operator==(const Rotation&) const = default;
};

inline Rotation rotation_about(const Vec3& axis, double angle) {  // [rad]
  const Vec3 u = normalized(axis) * std::sin(angle / 2);
  return {std::cos(angle / 2), u.x, u.y, u.z};
}

// Where a body is: turned about its own origin, then moved.
struct Pose {
  Vec3 position;  // [m]
  Rotation rotation;

  constexpr Vec3 to_world(const Vec3& local) const { return position + rotation * local; }
  constexpr Vec3 to_local(const Vec3& world) const { return rotation.inverse() * (world - position); }
  constexpr bool operator==(const Pose&) const = default;
};

}  // namespace resound
