#pragma once
#include <cstdint>
#include <vector>

#include "base/state_archive.h"
#include "geometry/obstacle.h"
#include "motion/motion_events.h"
#include "scene/scene.h"

namespace resound {

// A bar stays where it is and can be struck. Where water stands on it, a drop that lands may close off a bubble.
class BarMotion {
 public:
  BarMotion(const Bar& bar, int object, const Scene& scene);

  void place(const TimeBlock& block, Obstacles& obstacles) const;
  void advance(const TimeBlock& block, const Obstacles& obstacles, MotionEvents& events);
  void respond(const TimeBlock& block, MotionEvents& events);
  void depict(SampleIndex sample, SampleRate rate, std::vector<Shape>& shapes) const;
  void occlude(std::vector<Shape>& shapes) const;
  void archive(StateArchive& state) { state.fields(landings_); }

 private:
  bool is_wet(const Contact& contact) const;

  Bar bar_;
  int object_;
  std::uint64_t seed_;
  std::vector<Shape> shapes_;   // the bar, then its puddle and what holds it
  std::uint64_t landings_ = 0;  // drops that fell into the water so far: names the random stream of the next
};

}  // namespace resound
