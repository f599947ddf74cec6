#pragma once
#include <variant>
#include <vector>

#include "base/state_archive.h"
#include "geometry/obstacle.h"
#include "motion/bar/bar_motion.h"
#include "motion/beacon/beacon_motion.h"
#include "motion/motion_events.h"
#include "motion/rain/drop_motion.h"
#include "motion/rain/rain_motion.h"
#include "scene/scene.h"

namespace resound {

// The closed list of what can move: one line. Movers know nothing of each other; they meet as obstacles and contacts.
using Mover = std::variant<BarMotion, RainMotion, DropMotion, BeaconMotion>;

// First stage: what moves. It knows no sound. In each block
//
//   place    every mover puts its solids among the obstacles
//   advance  every mover moves, and leaves contacts where it strikes an obstacle
//   respond  every mover sees all contacts, in order, and answers those on its own body (a wet bar: bubbles)
//   depict   every mover shows itself at the instants at which picture frames begin
class Motion {
 public:
  explicit Motion(const Scene& scene);
  const MotionEvents& advance(const TimeBlock& block);
  void archive(StateArchive& state);

 private:
  void take_snapshots(const TimeBlock& block);

  std::vector<Mover> movers_;  // one an object
  bool visibility_;
  Obstacles obstacles_;
  MotionEvents events_;
};

}  // namespace resound
