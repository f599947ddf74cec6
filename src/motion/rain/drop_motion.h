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

  void place(const TimeBlock&, Obstacles&) const {}
  void advance(const TimeBlock& block, const Obstacles& obstacles, MotionEvents& events);
  void respond(MotionEvents&) {}
  void depict(SampleIndex sample, SampleRate rate, std::vector<Shape>& shapes) const;
  void occlude(std::vector<Shape>&) const {}
  void archive(StateArchive& state) { state.fields(drops_, obstacles_); }

 private:
  Drop drop_;
  int object_;
  std::uint64_t seed_;
  double ground_height_;  // [m]
  DropPictures pictures_;
  std::vector<FallingDrop> drops_;  // just one
  Obstacles obstacles_;             // what it was aimed at
};

}  // namespace resound
