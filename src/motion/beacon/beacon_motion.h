#pragma once
#include <vector>

#include "base/state_archive.h"
#include "geometry/obstacle.h"
#include "motion/motion_events.h"
#include "scene/scene.h"

namespace resound {

// A lamp on a path. It flashes in the picture frame in which a click begins, and stays bright for a tenth of a second
// so that an eye can catch it; a tone shines steadily.
class BeaconMotion {
 public:
  BeaconMotion(const Beacon& beacon, int object, const Scene& scene);

  void advance(const TimeBlock& block, const Obstacles& obstacles, MotionEvents& events);
  void depict(SampleIndex sample, SampleRate rate, std::vector<Shape>& shapes) const;

 private:
  bool is_bright(SampleIndex sample, SampleRate rate) const;

  Beacon beacon_;
  int object_;
  FrameRate frame_rate_;
  std::int64_t file_rate_;  // [Hz]  samples a second of the file: what frames are counted in
};

}  // namespace resound
