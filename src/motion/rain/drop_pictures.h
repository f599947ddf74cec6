#pragma once
#include <vector>

#include "geometry/shape.h"
#include "motion/rain/falling_drop.h"

namespace resound {

// How rain looks: each drop in the air as the streak that a short exposure makes of it (a ball once the film is slow
// enough), each landing as a little crown of spray for a tenth of a second.
class DropPictures {
 public:
  DropPictures(int object, int slow_motion) : object_(object), slow_motion_(slow_motion) {}

  void depict(const std::vector<FallingDrop>& drops, double now, std::vector<Shape>& shapes) const;
  bool is_visible(const FallingDrop& drop, double now) const;  // in the air, or its spray still is

 private:
  void add_drop(const FallingDrop& drop, double now, std::vector<Shape>& streaks, std::vector<Sphere>& balls) const;
  void add_crown(const FallingDrop& drop, double age, double turn, std::vector<Sphere>& balls) const;
  void add_spray(const FallingDrop& drop, double now, std::vector<Sphere>& balls) const;

  int object_;
  int slow_motion_;
};

}  // namespace resound
