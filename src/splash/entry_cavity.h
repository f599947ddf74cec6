#pragma once
#include <limits>
#include <optional>
#include <vector>

#include "base/state_archive.h"

namespace resound {

// The air that a ball draws down behind it as it enters a liquid, and the bubble that is left when the cavity closes.
//
// At each depth z the ball opens the liquid to its own radius R at the time t_z with which its middle passes, and
// pushes it aside with a share of its speed U; the weight of the liquid brings it back [Duclaux et al. 2007]:
//   r^2 = R^2 + 2 alpha R U (t - t_z) - g z (t - t_z)^2
// Where r is 0 first the cavity is cut in two (the deep seal). Of a ball that keeps its speed, much faster than
// sqrt(g R), that is half as deep as the ball then is, and sqrt(8 alpha R / g) after it entered, at any speed; alpha =
// 1/2 makes it the 2 sqrt(R / g) that spheres are seen to take. What lies below the cut is a bubble that rings at the
// pitch of its volume [Grumstrup et al. 2007]. The tension of the surface is left out: fine for balls above 3 mm.
class EntryCavity {
 public:
  // The bubble at the moment at which it is cut off.
  struct Bubble {
    double radius = 0;   // [m]      of a ball of as much air
    double depth = 0;    // [m]      of its middle
    double squeeze = 0;  // [m^3/s]  at which it becomes smaller just then
  };

  EntryCavity() = default;
  EntryCavity(double ball_radius, double gravity) : radius_(ball_radius), gravity_(gravity) {}  // [m], [m/s^2]

  // The middle of the ball is so deep [m] and goes down this fast [m/s]. In the order of time; what lies no deeper than
  // before is passed over.
  void deepen(double time, double depth, double speed);

  double closes_at() const { return closes_at_; }  // [s]  by what is known now; infinite before there is a cavity
  std::optional<Bubble> bubble() const;            // at that time; nothing if no air is below the cut
  void archive(StateArchive& state) { state.fields(radius_, gravity_, slices_, closes_at_, cut_); }

 private:
  struct Slice {
    double depth = 0, time = 0, speed = 0;  // [m], [s], [m/s]
  };
  double square(const Slice& slice, double time) const;         // [m^2]    r^2
  double square_growth(const Slice& slice, double time) const;  // [m^2/s]

  double radius_ = 0, gravity_ = 0;
  std::vector<Slice> slices_;  // downward
  double closes_at_ = std::numeric_limits<double>::infinity();
  std::size_t cut_ = 0;  // slice that closes first
};

}  // namespace resound
