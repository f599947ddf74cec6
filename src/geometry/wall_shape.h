#pragma once
#include <variant>
#include <vector>

#include "geometry/triangle_mesh.h"
#include "numerics/pose.h"

// Rigid walls among grains and liquids.
namespace resound {

// All of z < 0 in the wall's own frame is solid.
struct PlaneWall {};

// A line in the half plane (radius, height), turned about the z axis of the wall's own frame: a funnel, a cup, a tube,
// a disc. No thickness: it is met from both sides. A profile that begins or ends on the axis closes the vessel.
struct ProfilePoint {
  double radius = 0;  // [m]
  double height = 0;  // [m]
};
struct RevolvedWall {
  std::vector<ProfilePoint> profile;
};

// Triangles, met from both sides: no thickness of its own, so that open sheets serve as well as closed skins.
struct MeshWall {
  TriangleMesh mesh;  // [m], in the wall's own frame
};

using WallShape = std::variant<PlaneWall, RevolvedWall, MeshWall>;

// Where a wall is and how it goes on, until told anew: `velocity` is that of its origin, and it turns about that.
struct WallMotion {
  Pose pose = {};              // at the time at which it is told
  Vec3 velocity = {};          // [m/s]
  Vec3 angular_velocity = {};  // [rad/s]  in world axes
  bool absent = false;         // lets everything through: a gate that has been pulled

  bool is_still() const { return velocity == Vec3{} && angular_velocity == Vec3{}; }
  Vec3 velocity_at(const Vec3& place) const { return velocity + cross(angular_velocity, place - pose.position); }
  bool operator==(const WallMotion&) const = default;
};

}  // namespace resound
