#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "base/state_archive.h"
#include "geometry/surface_index.h"
#include "liquid/liquid_system.h"
#include "liquid/liquid_walls.h"
#include "liquid/near_lists.h"

namespace resound {

// Nothing gets through a wall. When lists are made, each particle next to a surface is given a guard: the plane through
// the nearest place of that surface, across the shortest way to it. Until the next lists it may not come nearer to this
// plane than kClearance: it is put back, and what it had of velocity against the wall is lost. Lists are made anew
// before anything has gone so far that a plane would no longer stand for its surface.
class WallGuards {
 public:
  explicit WallGuards(const LiquidSystem& system);

  // Posts guards. `near` lists the wall particles near each row; rows as the walls have them now.
  void post(std::vector<Vec3>& positions, const std::vector<LiquidRow>& rows, const NearLists& near,
            const LiquidWalls& walls);

  // Puts back whoever has come too near, and adds what its impulse did to balls.
  void hold(std::vector<Vec3>& positions, std::vector<Vec3>& velocities, double particle_mass, double step,
            const LiquidWalls& walls);

  // Rows whose motion or place has changed.
  struct Held {
    std::uint32_t row = 0;
    double way = 0;  // [m]  that it was put back
  };
  const std::vector<Held>& held() const { return held_; }
  double work() const { return work_; }                                     // [J]  that walls did in the last hold
  Vec3 impulse_on_ball(std::size_t ball) const { return impulses_[ball]; }  // [kg m/s]  likewise
  void archive(StateArchive& state) { state.fields(guards_, posted_poses_); }

 private:
  struct Guard {
    std::uint32_t row = 0;
    int body = 0;        // of the walls; balls come after them
    Vec3 place, normal;  // of the plane, in the body's frame
    Vec3 at, facing;     // the same in space, for as long as the body stands where it stood when guards were posted
  };
  struct Surface {
    SurfaceIndex index;
    bool has_front = false;  // liquid is in front of it alone
  };
  struct Nearest {
    Vec3 place, away;     // in the body's frame; from there to the particle, unit
    double distance = 0;  // [m]  negative behind the front
  };
  std::optional<Nearest> nearest(int body, const Vec3& place) const;
  void find_poses(const LiquidWalls& walls, std::vector<Pose>& poses) const;

  double spacing_;        // [m]
  double watched_;        // [m]  from a wall: clearance, and as far as anything goes between two lists
  double catching_rate_;  // [1/s]  c0 / h
  std::vector<Surface> surfaces_;
  std::vector<double> radii_;               // [m]  of balls
  std::vector<Guard> guards_;               // by row
  std::vector<std::vector<Guard>> posted_;  // by block of rows
  std::vector<Held> held_;
  std::vector<Pose> poses_;           // of bodies, now
  std::vector<Pose> posted_poses_;    // when guards were posted
  std::vector<std::uint8_t> stands_;  // by body: is it there still, at rest?
  double work_ = 0;
  std::vector<Vec3> impulses_;
};

}  // namespace resound
