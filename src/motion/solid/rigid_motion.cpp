#include "motion/solid/rigid_motion.h"

#include <array>
#include <cassert>

namespace resound {
namespace {

using Rows = std::array<Vec3, 3>;  // of a symmetric matrix

// Cramer's rule; nothing turns where there is no inertia.
Vec3 solution(const Rows& rows, const Vec3& right) {
  const Vec3 bc = cross(rows[1], rows[2]), ca = cross(rows[2], rows[0]), ab = cross(rows[0], rows[1]);
  const double determinant = dot(rows[0], bc);
  if (!(determinant > 0)) return {};
  return (right.x * bc + right.y * ca + right.z * ab) / determinant;
}

struct TurningSums {
  Rows inertia{};  // [kg m^2]
  Vec3 momentum;   // [kg m^2/s]
};

TurningSums turning_about(const Vec3& centre, const Vec3& centre_velocity, std::span<const Vec3> position,
                          std::span<const Vec3> velocity, std::span<const double> mass) {
  TurningSums turning;
  for (std::size_t i = 0; i < mass.size(); ++i) {
    const Vec3 r = position[i] - centre;
    const double square = dot(r, r);
    turning.momentum += mass[i] * cross(r, velocity[i] - centre_velocity);
    turning.inertia[0] += mass[i] * (Vec3{square, 0, 0} - r.x * r);
    turning.inertia[1] += mass[i] * (Vec3{0, square, 0} - r.y * r);
    turning.inertia[2] += mass[i] * (Vec3{0, 0, square} - r.z * r);
  }
  return turning;
}

}  // namespace

RigidMotion rigid_motion(std::span<const Vec3> position, std::span<const Vec3> velocity, std::span<const double> mass) {
  assert(position.size() == mass.size() && velocity.size() == mass.size());
  RigidMotion motion;
  double total = 0;
  for (std::size_t i = 0; i < mass.size(); ++i) {
    motion.centre += mass[i] * position[i];
    motion.velocity += mass[i] * velocity[i];
    total += mass[i];
  }
  motion.centre = motion.centre / total;
  motion.velocity = motion.velocity / total;
  const TurningSums turning = turning_about(motion.centre, motion.velocity, position, velocity, mass);
  motion.spin = solution(turning.inertia, turning.momentum);
  return motion;
}

RigidMotion turning_motion(std::span<const Vec3> position, std::span<const Vec3> velocity, std::span<const double> mass,
                           std::span<const Vec3> pivots) {
  assert(!pivots.empty());
  RigidMotion motion{pivots[0], {}, {}};
  const TurningSums turning = turning_about(motion.centre, {}, position, velocity, mass);
  Vec3 line;  // to the farthest of the others
  for (const Vec3& pivot : pivots)
    if (length(pivot - pivots[0]) > length(line)) line = pivot - pivots[0];
  if (line == Vec3{}) {
    motion.spin = solution(turning.inertia, turning.momentum);
    return motion;
  }
  const Vec3 axis = normalized(line);
  const Vec3 turned{dot(turning.inertia[0], axis), dot(turning.inertia[1], axis), dot(turning.inertia[2], axis)};
  if (const double inertia = dot(axis, turned); inertia > 0)
    motion.spin = (dot(axis, turning.momentum) / inertia) * axis;
  return motion;
}

}  // namespace resound
