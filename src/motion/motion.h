#pragma once
#include <string>
#include <variant>
#include <vector>

#include "base/state_archive.h"
#include "body/prepared_body.h"
#include "geometry/obstacle.h"
#include "motion/bar/bar_motion.h"
#include "motion/beacon/beacon_motion.h"
#include "motion/body/body_motion.h"
#include "motion/grain/collision_list_motion.h"
#include "motion/grain/fixture_motion.h"
#include "motion/grain/grains_motion.h"
#include "motion/grain/sand_motion.h"
#include "motion/motion_events.h"
#include "motion/rain/drop_motion.h"
#include "motion/rain/rain_motion.h"
#include "motion/rod/rods_motion.h"
#include "motion/solid/solids_motion.h"
#include "motion/strike/hit_list_motion.h"
#include "motion/strike/strike_motion.h"
#include "scene/scene.h"

namespace resound {

// The closed list of what can move: one line. Movers know nothing of each other; they meet as obstacles and contacts.
using Mover =
    std::variant<BodyMotion, SolidsMotion, RodsMotion, GrainsMotion, SandMotion, FixtureMotion, CollisionListMotion,
                 StrikeMotion, HitListMotion, BarMotion, RainMotion, DropMotion, BeaconMotion>;

// First stage: what moves. It knows no sound. In each block, a mover that has the verb is asked to
//
//   meet     see all obstacles once, before the first block
//   place    put its solids among the obstacles
//   advance  move, and leave contacts where it strikes an obstacle (every mover can)
//   respond  see all contacts, in order, and answer those on its own body (a wet bar: bubbles)
//   depict   show itself at the instants at which picture frames begin
//   occlude  say what of it stands between a source and an ear
//   archive  save and load what a constructor cannot rebuild
class Motion {
 public:
  explicit Motion(const Scene& scene, const PreparedBodies& bodies = {});
  const MotionEvents& advance(const TimeBlock& block);
  void archive(StateArchive& state);
  std::vector<std::string> notes() const;  // what movers had to assume or estimate

 private:
  void place_all(const TimeBlock& block);
  void take_snapshots(const TimeBlock& block);

  std::vector<Mover> movers_;  // one an object, but one for all deforming solids and one for all grains
  bool visibility_;
  Obstacles obstacles_;
  MotionEvents events_;
};

}  // namespace resound
