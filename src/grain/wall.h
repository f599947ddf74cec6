#pragma once
#include <cstddef>
#include <variant>
#include <vector>

#include "geometry/triangle_mesh.h"
#include "grain/grain_kind.h"
#include "numerics/pose.h"

namespace resound {

// All of z < 0 in the wall's own frame is solid.
struct PlaneWall {};

// A line in the half plane (radius, height), turned about the z axis of the wall's own frame: a funnel, a cup, a tube,
// a disc. No thickness: grains meet it from both sides. A profile that begins or ends on the axis closes the vessel.
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
  bool operator==(const WallMotion&) const = default;
};

inline constexpr std::size_t kMostWalls = 64;

// Something rigid among the grains: pushes, is never pushed.
struct Wall {
  WallShape shape;
  WallMotion motion = {};
  GrainSurface surface = {};
};

}  // namespace resound
