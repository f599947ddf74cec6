#pragma once
#include <cstdint>
#include <vector>

#include "base/state_archive.h"
#include "motion/rain/drop_pictures.h"
#include "motion/rain/drop_sizes.h"
#include "motion/rain/falling_drop.h"
#include "scene/scene.h"

namespace resound {

// Rain over a rectangle: arrivals by chance (Poisson) -> drops that fall straight down -> contacts where they land.
// Drop n draws its time, place and size from the stream (seed, object, n): the same drops however time is cut into
// blocks.
class RainMotion {
 public:
  RainMotion(const Rain& rain, int object, const Scene& scene);

  void advance(const TimeBlock& block, const Obstacles& obstacles, MotionEvents& events);
  void depict(SampleIndex sample, SampleRate rate, std::vector<Shape>& shapes) const;
  void archive(StateArchive& state) { state.fields(next_, striking_, passing_, aimed_at_); }

 private:
  FallingDrop draw(std::uint64_t number, double after) const;
  void let_fall(const TimeBlock& block, const Obstacles& obstacles);
  void send(FallingDrop drop, const Obstacles& obstacles);
  void forget_landed(const TimeBlock& block);
  void aim_again(const TimeBlock& block, const Obstacles& obstacles);

  Rain rain_;
  int object_;
  std::uint64_t seed_;
  double ground_height_;  // [m]
  DropSizes sizes_;
  double arrivals_a_second_;  // [1/s]  over the whole rectangle
  DropPictures pictures_;

  FallingDrop next_;                   // the next to appear
  std::vector<FallingDrop> striking_;  // those that will hit an obstacle, few: looked at in every block
  std::vector<FallingDrop> passing_;   // those that will miss, many: only the picture needs them
  std::uint64_t aimed_at_ = 0;         // fingerprint of the obstacles among which the drops were aimed
};

}  // namespace resound
