#pragma once
#include <variant>
#include <vector>

#include "base/state_archive.h"
#include "emission/bar/ringing_bar.h"
#include "emission/beacon/beacon_voice.h"
#include "emission/body/ringing_body.h"
#include "emission/bubble/bubble_cloud.h"
#include "emission/grain/collision_sieve.h"
#include "emission/grain/grain_noise.h"
#include "emission/liquid/liquid_voice.h"
#include "emission/rod/rod_voice.h"
#include "emission/solid/sounding_skin.h"
#include "emission/source_signals.h"
#include "motion/motion_events.h"
#include "scene/scene.h"

namespace resound {

// The closed list of what can sound: one line.
using Emitter =
    std::variant<RingingBody, SoundingSkin, RodVoice, LiquidVoice, GrainNoise, RingingBar, BubbleCloud, BeaconVoice>;

// Second stage: what each object radiates. An object may have several emitters (a wet bar rings and bubbles) or none.
class Emission {
 public:
  explicit Emission(const Scene& scene, const PreparedBodies& bodies = {});
  const SourceSignals& radiate(const MotionEvents& events, const TimeBlock& block);
  const LeftOut& left_out() const { return sieve_.left_out(); }
  void archive(StateArchive& state);

 private:
  CollisionSieve sieve_;
  std::vector<Emitter> emitters_;
  SourceSignals signals_;
};

}  // namespace resound
