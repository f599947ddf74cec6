#pragma once
#include <vector>

#include "geometry/triangle_mesh.h"
#include "grain/wall.h"

namespace resound {

// The parts of a wall, in its own frame: one step of a profile turned about z, or one triangle.
struct ProfileStep {
  ProfilePoint from, to;  // [m]
};
struct WallFacet {
  Vec3 a, b, c;  // [m]
};

// How far a place is from a part, and which way leads away from it.
struct Near {
  double distance = 0;  // [m]
  Vec3 away;            // unit
};
Near near(const ProfileStep& step, const Vec3& place);
Near near(const WallFacet& facet, const Vec3& place);

// A ball on its way in the frame of a wall, with what is known about its acceleration.
struct LocalState {
  Vec3 place, velocity;  // [m], [m/s]
  double acceleration;   // [m/s^2]  its magnitude stays below this
  double sideways;       // [m/s^2]  and that of its part across the axis of the wall below this
};

// How long a ball at `gap` [m] from a part, with its centre at `near`, surely does not touch it [s].
//   Triangles are convex, and so is the distance to them along a straight line: gap(t) >= gap + gap' t - A t^2/2.
//   The inside of a round wall is not: the way around the axis adds v_phi^2/r to A, as long as r has not changed by
//   more than a fifth.
// Near a touch these bounds are parabolas with the true slope, so that steps of this length arrive as fast as Newton's.
double safe_time(const ProfileStep& step, const Near& near, double gap, const LocalState& state);
double safe_time(const WallFacet& facet, const Near& near, double gap, const LocalState& state);

}  // namespace resound
