#pragma once
#include <vector>

#include "base/state_archive.h"
#include "emission/grain/collision_kicks.h"
#include "emission/source_signals.h"
#include "motion/grain/grain_sorts.h"

namespace resound {

// What is heard of grains themselves: each collision kicks the air (docs/acceleration-noise.md). What they strike rings
// by its own emitter.
class GrainNoise {
 public:
  explicit GrainNoise(const Scene& scene);

  void radiate(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals);
  void archive(StateArchive&) {}

 private:
  struct Pair {
    CollisionSound sound;
    GrainSurface first, second;
  };
  const Pair& pair_of(int first_kind, int second_body, const GrainEvents& events) const;

  GrainSorts sorts_;
  std::vector<Pair> pairs_;  // [kind of the first][kinds, then walls]
};

}  // namespace resound
