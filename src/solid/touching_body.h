#pragma once
#include <span>

#include "numerics/pose.h"
#include "solid/contact.h"
#include "solid/contact_surface.h"

namespace resound {

// Something that nodes can touch: the skin of a solid, whose corners are nodes of the shared array, or an obstacle,
// whose corners stay where they are in its own frame.
struct TouchingBody {
  enum class Kind { skin, obstacle, ground };

  Kind kind = Kind::skin;
  ContactSurface surface{{}};
  NodeVectors own_corners;  // [m]  of an obstacle, in its frame
  double radius = 0;        // [m]  of an obstacle: its farthest corner from its origin
  ObstacleMotion motion;    // at the beginning of the block
  Pose pose;                // now
  ContactRule rule;

  NodeRows corners(const NodeRows& position) const { return kind == Kind::skin ? position : NodeRows(own_corners); }
  Vec3 to_own(const Vec3& world) const { return kind == Kind::skin ? world : pose.to_local(world); }
  double greatest_speed() const {  // [m/s]  of any point of an obstacle
    return length(motion.velocity) + radius * length(motion.angular_velocity);
  }
  Vec3 velocity_at(const Vec3& place) const {  // [m/s]  of an obstacle; the ground does not turn
    if (kind == Kind::ground) return motion.velocity;
    return motion.velocity + cross(motion.angular_velocity, place - pose.position);
  }
  Pose pose_at(double time) const {  // [s]  after the beginning of the block
    const double omega = length(motion.angular_velocity);
    Pose at{motion.pose.position + time * motion.velocity, motion.pose.rotation};
    if (omega > 0) at.rotation = rotation_about(motion.angular_velocity, omega * time) * motion.pose.rotation;
    return at;
  }
};

TouchingBody body_of(const TouchingSkin& skin);
TouchingBody body_of(const RigidObstacle& obstacle);

}  // namespace resound
