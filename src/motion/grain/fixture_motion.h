#pragma once
#include <memory>
#include <vector>

#include "geometry/obstacle.h"
#include "motion/motion_events.h"
#include "scene/scene.h"

namespace resound {

// A fixture rests or goes its given way. What grains do to it is the grains' business; here it is only seen.
class FixtureMotion {
 public:
  FixtureMotion(const Fixture& fixture, int object);

  void advance(const TimeBlock& block, const Obstacles& obstacles, MotionEvents& events);
  void depict(SampleIndex sample, SampleRate rate, std::vector<Shape>& shapes) const;

 private:
  Fixture fixture_;
  int object_;
  std::shared_ptr<const TriangleMesh> skin_;
};

}  // namespace resound
