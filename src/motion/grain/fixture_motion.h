#pragma once
#include <memory>
#include <vector>

#include "geometry/obstacle.h"
#include "motion/motion_events.h"
#include "scene/scene.h"

namespace resound {

// A fixture rests or goes its given way. What grains do to it is the grains' business; others meet it as a thin wall.
class FixtureMotion {
 public:
  FixtureMotion(const Fixture& fixture, int object);

  void place(const TimeBlock& block, Obstacles& obstacles) const;
  void advance(const TimeBlock& block, const Obstacles& obstacles, MotionEvents& events);
  void depict(SampleIndex sample, SampleRate rate, std::vector<Shape>& shapes) const;

 private:
  Fixture fixture_;
  int object_;
  std::shared_ptr<const TriangleMesh> skin_;
  std::shared_ptr<const SurfaceIndex> surface_;
};

}  // namespace resound
