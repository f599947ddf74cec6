#pragma once
#include "base/state_archive.h"
#include "emission/source_signals.h"
#include "propagation/arrivals.h"
#include "propagation/receiver.h"
#include "scene/scene.h"

namespace resound {

// Third stage: what the air does between the sources and the receivers.
class Propagation {
 public:
  Propagation(const Scene& scene, std::vector<Receiver> receivers, bool stems);
  const Arrivals& carry(const SourceSignals& sources, const TimeBlock& block);
  int latency() const;  // [samples] by which the arrivals lag the block of emission
  void archive(StateArchive& state);
};

}  // namespace resound
