#pragma once
#include <vector>

#include "base/clock.h"
#include "emission/source_signals.h"
#include "motion/motion_events.h"
#include "picture/image.h"
#include "scene/scene.h"

namespace resound {

enum class PictureQuality { draft, full };

// The other road to the output: what a camera sees at the instants at which frames begin.
class Film {
 public:
  Film(const Scene& scene, PictureQuality quality);
  const std::vector<Image>& expose(const MotionEvents& events, const SourceSignals& sources, const TimeBlock& block);
};

}  // namespace resound
