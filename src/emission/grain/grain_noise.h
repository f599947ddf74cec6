#pragma once
#include "base/state_archive.h"
#include "emission/grain/grain_pairs.h"
#include "emission/source_signals.h"

namespace resound {

// What is heard of grains themselves: each collision kicks the air (docs/acceleration-noise.md). What they strike rings
// by its own emitter.
class GrainNoise {
 public:
  explicit GrainNoise(const Scene& scene) : pairs_(scene) {}

  void radiate(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals);
  void archive(StateArchive&) {}

 private:
  GrainPairs pairs_;
};

}  // namespace resound
