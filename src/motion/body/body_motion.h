#pragma once
#include <memory>
#include <vector>

#include "body/prepared_body.h"
#include "geometry/obstacle.h"
#include "motion/motion_events.h"

namespace resound {

// A body that rests, or goes its given way and turns; whatever falls on it strikes it.
class BodyMotion {
 public:
  BodyMotion(const Body& body, int object, std::shared_ptr<const PreparedBody> prepared);

  void place(const TimeBlock& block, Obstacles& obstacles) const;
  void advance(const TimeBlock& block, const Obstacles& obstacles, MotionEvents& events);
  void depict(SampleIndex sample, SampleRate rate, std::vector<Shape>& shapes) const;
  void occlude(std::vector<Shape>& shapes) const;

 private:
  bool is_at_rest() const { return body_.path.is_fixed() && body_.spin.is_still(); }
  PoseKnot knot_at(double offset, const TimeBlock& block) const;

  Body body_;
  int object_;
  std::shared_ptr<const PreparedBody> prepared_;
  Pose now_;  // at the beginning of the block
};

}  // namespace resound
