#pragma once
#include "base/state_archive.h"
#include "emission/source_signals.h"
#include "motion/motion_events.h"
#include "scene/scene.h"

namespace resound {

// Second stage: what each object radiates.
class Emission {
 public:
  explicit Emission(const Scene& scene);
  const SourceSignals& radiate(const MotionEvents& events, const TimeBlock& block);
  void archive(StateArchive& state);
};

}  // namespace resound
