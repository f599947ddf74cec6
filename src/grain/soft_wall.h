#pragma once
#include <optional>
#include <vector>

#include "base/state_archive.h"
#include "geometry/triangle_bvh.h"
#include "grain/wall.h"
#include "grain/wall_feature.h"

namespace resound {

// A wall as soft grains feel it: parts (steps of a profile, triangles, or the one plane) with a distance each, as it
// stands at the time it was last moved to.
class SoftWall {
 public:
  explicit SoftWall(const Wall& wall);

  void set_motion(const WallMotion& motion, double now);  // told at a time [s]
  void go_to(double now);                                 // [s]
  const WallMotion& motion() const { return motion_; }
  const Pose& pose() const { return pose_; }
  bool is_absent() const { return motion_.absent; }

  // Adds the numbers of all parts within `reach` [m] of a place.
  void find_near(const Vec3& place, double reach, std::vector<int>& parts) const;
  Near near_part(int part, const Vec3& place) const;  // a plane's distance is negative below it
  Vec3 velocity_at(const Vec3& place) const;          // [m/s]
  // Bound on the speed of its surface [m/s]; of a plane, no farther than `reach` [m] from the origin of the world.
  double fastest(double reach) const;

  void archive(StateArchive& state);

 private:
  Pose pose_at(double now) const;

  WallMotion motion_;
  double since_ = 0;  // [s]
  Pose pose_;
  Vec3 up_;  // unit, its z axis in the world
  bool plane_ = false;
  double extent_ = 0;  // [m]  of the shape about its origin
  std::vector<ProfileStep> steps_;
  std::vector<WallFacet> facets_;
  std::optional<TriangleBvh> tree_;
};

}  // namespace resound
