#pragma once
#include <variant>
#include <vector>

#include "base/state_archive.h"
#include "geometry/obstacle.h"
#include "motion/motion_events.h"
#include "scene/scene.h"

namespace resound {

// First stage: what moves. It knows no sound.
class Motion {
 public:
  explicit Motion(const Scene& scene);
  const MotionEvents& advance(const TimeBlock& block);
  void archive(StateArchive& state);
};

}  // namespace resound
