#pragma once
#include "geometry/obstacle.h"
#include "motion/motion_events.h"
#include "motion/strike/target.h"

namespace resound {

TipMaterial tip_of(const Material& material);                         // a solid tip
Mallet mallet_of(const StrikerTip& tip, double mass, double radius);  // [kg], [m]

// A mallet that comes, hits and bounces back, as often as it is told. Where and how it hits is known from the start.
class StrikeMotion {
 public:
  StrikeMotion(const Strike& strike, int object, const Scene& scene, const PreparedBodies& bodies);

  void advance(const TimeBlock& block, const Obstacles& obstacles, MotionEvents& events);
  void depict(SampleIndex sample, SampleRate rate, std::vector<Shape>& shapes) const;
  void archive(StateArchive& state) { state.fields(done_); }

 private:
  Pose target_pose(double time) const { return target_.goes_its_own_way() ? seen_ : target_.pose(time); }
  double time_of(int blow) const { return strike_.time + blow * strike_.interval; }  // [s]

  Strike strike_;
  int object_;
  Target target_;
  Target::Spot spot_;
  Vec3 direction_;     // of the blow, unit, along the target's axes
  StrikePulse pulse_;  // the same for every blow
  double film_speed_;  // [1]  how much slower than life the film runs
  int done_ = 0;       // blows so far
  Pose seen_;          // of a target that goes its own way, in this block
};

}  // namespace resound
