#pragma once
#include <span>

#include "grain/ball.h"

namespace resound {

// Who meets whom first among balls that fall alike: they approach on straight lines, so that
//   |r + v t| = R1 + R2,   t = c / (-r.v + sqrt((r.v)^2 - v^2 c)),   c = r^2 - (R1 + R2)^2.
struct FirstMeeting {
  double after = kNever;  // [s]
  int other = -1;         // ball; -1: nobody, before `before`
};

// Of one ball, given as it is at `me.time`, and the listed others, each at its own time. Sleepers are passed over. With
// a period [m], the nearest image counts.
FirstMeeting first_meeting(const FlyingBall& me, const FlyingBall* balls, std::span<const int> others, const Vec3& gravity,
                           double period, double before);

}  // namespace resound
