#pragma once
#include <vector>

#include "base/state_archive.h"
#include "motion/rain/drop_pictures.h"
#include "motion/rain/falling_drop.h"
#include "scene/scene.h"

namespace resound {

// One drop, let go at a given place and time; it falls at constant speed.
class DropMotion {
 public:
  DropMotion(const Drop& drop, int object, const Scene& scene);

  void advance(const TimeBlock& block, const Obstacles& obstacles, MotionEvents& events);
  void depict(SampleIndex sample, SampleRate rate, std::vector<Shape>& shapes) const;
  void archive(StateArchive& state) { state.fields(drops_, aimed_at_); }

 private:
  Drop drop_;
  int object_;
  std::uint64_t seed_;
  double ground_height_;  // [m]
  DropPictures pictures_;
  std::vector<FallingDrop> drops_;  // just one
  std::uint64_t aimed_at_ = 0;      // fingerprint of the obstacles among which it was aimed
};

}  // namespace resound
