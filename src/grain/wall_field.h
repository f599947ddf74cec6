#pragma once
#include <optional>
#include <vector>

#include "geometry/triangle_bvh.h"
#include "grain/profile_cells.h"
#include "grain/wall.h"
#include "grain/wall_feature.h"

namespace resound {

// A ball in free flight.
struct BallFlight {
  Vec3 position;      // [m]      now
  Vec3 velocity;      // [m/s]
  Vec3 acceleration;  // [m/s^2]  constant
};

// A wall ready to be asked when a ball will meet it. Planes that do not turn are met in closed form; all else by steps
// that are sure to miss nothing (wall_feature.h), until the gap is below a millionth of a millionth of the radius.
class WallField {
 public:
  WallField(const Wall& wall, double largest_radius);
  void move(const WallMotion& motion, double now);
  const WallMotion& motion() const { return motion_; }
  double since() const { return since_; }  // [s]  when the motion was told

  struct Look {
    double after;  // [s]  from now on
    bool touches;  // then; otherwise nothing touches until then, and one has to look again
  };
  Look look(const BallFlight& flight, double radius, double now, double limit) const;

  struct Touch {
    Vec3 away;           // unit, from the wall to the ball
    Vec3 wall_velocity;  // [m/s]  of the wall where they touch
    double approach;     // [m/s]  of the ball towards it
    double gap;          // [m]
  };
  // The part of the wall that a ball now approaches fastest, of those within `reach` [m] of its surface.
  std::optional<Touch> touch(const Vec3& place, const Vec3& velocity, double radius, double now, double reach) const;

  bool may_touch(const Box& box) const;  // of a wall that stands still; may say yes where the answer is no
  Box bounds(double margin) const;       // [m]  of the shape as it stands now; a point for planes

 private:
  struct Path;  // of a ball in the frame of the wall
  bool turns() const { return !(motion_.angular_velocity == Vec3{}); }
  Pose pose(double now) const;
  std::optional<int> cell_at(const Vec3& local) const;
  double to_cells(const Vec3& local) const;  // [m]  0 inside
  void index_facets(double largest_radius);
  template <class Part>
  double first_touch(const Part& part, const Path& path, double radius, double limit) const;
  Look look_at_steps(const Path& path, double radius, double limit) const;
  Look look_at_facets(const Path& path, double radius, double limit) const;

  WallMotion motion_;
  double since_ = 0;  // [s]
  bool plane_ = false;
  Vec3 plane_normal_;             // unit, in the world; of a plane that does not turn
  double plane_offset_ = 0;       // [m]    when the motion was told
  double plane_speed_ = 0;        // [m/s]  along its normal
  bool is_steady_plane_ = false;  // present, and turns not
  std::vector<ProfileStep> steps_;
  ProfileCells profile_;
  // Facets by cells of the wall's own frame: each cell knows all within `largest radius + margin_` of it.
  std::vector<WallFacet> facets_;
  Box cells_;
  double cell_size_ = 0, margin_ = 0;  // [m]
  int nx_ = 0, ny_ = 0, nz_ = 0;
  std::vector<int> first_, listed_;
};

}  // namespace resound
