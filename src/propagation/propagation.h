#pragma once
#include <optional>
#include <vector>

#include "audio/arrival_kernel.h"
#include "base/per_thread.h"
#include "base/state_archive.h"
#include "emission/source_signals.h"
#include "propagation/arrival_buffers.h"
#include "propagation/arrivals.h"
#include "propagation/kick_carrier.h"
#include "propagation/receiver.h"
#include "propagation/source_carrier.h"
#include "propagation/visibility.h"
#include "scene/scene.h"

namespace resound {

// Third stage: what the air does between the sources and the receivers (docs/propagation.md).
//
//   sources ─► carriers (delay, Doppler, 1/r, direction, mirror image, visibility)   in parallel, a batch at a time
//                 └─► windows ─► buffers of each receiver, piece by piece in the order of the sources
//                                   └─► d/dt, absorption ─► arrivals
//   kicks ─► sheet (once for all ears) ─► carrier of each mix ─► grid of each receiver ─┘
//
// The sum of everything has buffers of its own beside those of the stems, so asking for stems does not change its bits.
class Propagation {
 public:
  Propagation(const Scene& scene, std::vector<Receiver> receivers, bool stems,
              KickRendering kicks = KickRendering::polynomial);
  const Arrivals& carry(const SourceSignals& sources, const TimeBlock& block);
  int latency() const;  // [samples] by which the arrivals lag the block of emission
  void archive(StateArchive& state);

 private:
  static constexpr int kEverything = -1;
  // What one receiver gets of one object, or of everything.
  struct Mix {
    int receiver = 0;
    int object = kEverything;
    ArrivalBuffers buffers;
    KickCarrier kicks;
  };
  void carry_batch(const SourceSignals& sources, std::size_t begin, std::size_t end, const Surroundings& around);
  void carry_kicks(std::span<const SphereKick> kicks, const Surroundings& around);
  void publish(const TimeBlock& block);

  std::vector<Receiver> receivers_;
  Ground ground_;
  double speed_of_sound_;  // [m/s]
  bool check_visibility_;
  ArrivalKernel kernel_;
  ArrivalKernel published_kernel_ = ArrivalKernel::as_published();
  ArrivalFilters filters_;
  std::vector<Mix> mixes_;        // everything, one a receiver; then [object that sounds][receiver] for stems
  std::vector<Carried> carried_;  // one a piece of a batch
  PerThread<SourceCarrier> carriers_;
  KickRendering kick_rendering_;
  std::optional<KickSheet> kick_sheet_;  // made for the first kick
  Visibility visibility_;
  Arrivals arrivals_;
};

}  // namespace resound
