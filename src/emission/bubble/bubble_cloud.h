#pragma once
#include <vector>

#include "base/state_archive.h"
#include "emission/bubble/bubble_voice.h"
#include "emission/source_signals.h"
#include "motion/motion_events.h"

namespace resound {

// All bubbles in the water of one object: births -> voices -> one monopole a voice, at rest where the bubble was born.
class BubbleCloud {
 public:
  BubbleCloud(int object, double air_density) : object_(object), air_density_(air_density) {}  // [kg/m^3]

  void radiate(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals);
  void archive(StateArchive& state) { state.fields(voices_, births_); }

 private:
  struct Ringing {
    BubbleVoice voice;
    SourceKnot place;
    std::int64_t id = 0;
  };

  int object_;
  double air_density_;           // [kg/m^3]
  std::vector<Ringing> voices_;  // in order of birth
  std::int64_t births_ = 0;      // so far
  std::vector<double> flow_;     // [voice][sample]
};

}  // namespace resound
