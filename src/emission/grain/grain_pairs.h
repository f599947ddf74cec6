#pragma once
#include <vector>

#include "emission/grain/collision_kicks.h"
#include "motion/grain/grain_sorts.h"
#include "motion/motion_events.h"

namespace resound {

// The sound of every two sorts that can meet in a scene with grains.
class GrainPairs {
 public:
  explicit GrainPairs(const Scene& scene);

  struct Meeting {
    const CollisionSound& sound;
    Encounter encounter;  // with the object that the first grain belongs to
  };
  Meeting meeting(const Collision& collision, std::span<const int> kind_of) const;

 private:
  struct Pair {
    CollisionSound sound;
    GrainSurface first, second;
  };

  GrainSorts sorts_;
  std::vector<Pair> pairs_;  // [kind of the first][kinds, then walls]
};

}  // namespace resound
