#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/state_archive.h"
#include "collision_statistics/resampler.h"
#include "grain/collision.h"
#include "motion/grain/grain_sorts.h"

namespace resound {

// Collisions by chance in place of those that a solver finds, some windows later: what went in is heard when its
// statistics are known.
class SampledCollisions {
 public:
  SampledCollisions(const ResampleSettings& settings, const Scene& scene, const GrainSorts& sorts);

  double delay() const { return delay_; }                              // [s]
  void add(const Collision& collision, std::span<const int> kind_of);  // in the order of time
  void pass(double time) { resampler_.pass(time); }                    // [s]  nothing earlier comes any more
  // Those from `begin` to `end` [s], in the order of time.
  void take(double begin, double end, std::vector<Collision>& collisions);
  void archive(StateArchive& state) { state.fields(resampler_, made_); }

 private:
  double delay_ = 0;
  int kinds_ = 0;
  std::vector<Collision> made_;  // and not taken yet
  Resampler resampler_;
};

}  // namespace resound
