#pragma once
#include <span>
#include <vector>

#include "base/state_archive.h"
#include "motion/motion_events.h"

namespace resound {

// How a liquid of particles is seen, whoever moves it: by its skin; or, to see what is heard, particle by particle in
// the colours of figure 1 of [Drioli & Rocchesso], blue at rest, green falling, pink where it has just collided, with
// bubbles that begin to ring as white balls.
class LiquidPicture {
 public:
  struct Particles {
    double time = 0;                   // [s]
    double spacing = 0;                // [m]
    std::span<const Vec3> positions;   // [m]    those that are nowhere are not seen
    std::span<const Vec3> velocities;  // [m/s]
  };

  // Remembers what was heard of a liquid in a block that begins at `now` [s]: what follows these in the lists.
  void keep(const MotionEvents& events, std::size_t first_impact, std::size_t first_bubble, double now);

  void show_skin(const Particles& particles, int object, const Look& look, std::vector<Shape>& shapes) const;
  void show_events(const Particles& particles, int object, std::vector<Shape>& shapes) const;
  void archive(StateArchive& state) { state.fields(marks_); }

 private:
  struct Mark {
    double time = 0;    // [s]
    Vec3 place;         // [m]
    double radius = 0;  // [m]
    bool is_bubble = false;
  };
  std::vector<Mark> marks_;
};

}  // namespace resound
