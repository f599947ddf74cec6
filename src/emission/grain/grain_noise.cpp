#include "emission/grain/grain_noise.h"

namespace resound {

void GrainNoise::radiate(const MotionEvents& events, const TimeBlock&, SourceSignals& signals) {
  for (const Collision& collision : events.grains.collisions) {
    const auto [sound, encounter] = pairs_.meeting(collision, events.grains.kind_of);
    sound.add_kicks(encounter, signals.kicks);
  }
}

}  // namespace resound
