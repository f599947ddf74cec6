#pragma once
#include <span>

#include "grain/flying_ball.h"

namespace resound {

// Who meets whom first among balls that fall alike: they approach on straight lines, so that
//   |r + v t| = R1 + R2,   t = c / (-r.v + sqrt((r.v)^2 - v^2 c)),   c = r^2 - (R1 + R2)^2.
struct FirstMeetings {
  struct Meeting {
    double after = kNever;  // [s]
    int other = -1;         // ball; -1: nobody, before `before`
  };
  Meeting first, second;
  int sleepers = 0;  // that it might meet before `before`
};

// What the balls of a search have in common.
struct MeetingSpace {
  Vec3 gravity;       // [m/s^2]
  double period = 0;  // [m]  above 0: the nearest image counts
};

// Of one ball, given as it is at `me.time`, and the listed others, each at its own time; itself may be among them, and
// three numbers of balls must follow behind the end. Those who sleep fall not, and meet it on another curve: they are
// passed over, and those that might be met are written to `sleepers`, which has room for all; null if nobody sleeps.
using MeetingSearch = FirstMeetings (*)(const FlyingBall& me, const FlyingBall* balls, std::span<const int> others,
                                        const MeetingSpace& space, double before, int* sleepers);
MeetingSearch meeting_search(const MeetingSpace& space);  // the one for such a space and this processor

}  // namespace resound
