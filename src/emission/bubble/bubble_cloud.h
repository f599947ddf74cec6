#pragma once
#include <optional>
#include <vector>

#include "base/state_archive.h"
#include "emission/bubble/bubble_voice.h"
#include "emission/source_signals.h"
#include "motion/motion_events.h"
#include "scene/splash.h"

namespace resound {

// Bubbles of a liquid in motion, as against those that rain leaves: how they ring, and how they come out of the water.
struct LiquidBubbles {
  LiquidMatter matter;
  bool as_published = false;
  BubbleOutlet outlet = BubbleOutlet::dipole;
  double air_sound_speed = 343;  // [m/s]
};

// All bubbles in the water of one object: births -> voices -> one source a voice, at rest where the bubble was born. It
// is a monopole; but a bubble of a liquid at a depth D below 1 / (2 k), k its wave number in the liquid, is an upright
// dipole, weaker by 2 k D, together with its image in the surface.
class BubbleCloud {
 public:
  BubbleCloud(int object, double air_density, std::optional<LiquidBubbles> liquid = {})  // [kg/m^3]
      : object_(object), air_density_(air_density), liquid_(liquid) {}

  // `gain` [1] is that of the bubbles born in this block.
  void radiate(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals, double gain = 1);
  void archive(StateArchive& state) { state.fields(voices_, births_); }
  std::size_t ringing() const { return voices_.size(); }

 private:
  struct Ringing {
    BubbleVoice voice;
    SourceKnot place;
    std::int64_t id = 0;
    double push = 0;  // [m/s]  force of the dipole beside its flow; 0: a monopole
  };
  Ringing born(const BubbleBirth& birth, SampleRate rate, double gain);

  int object_;
  double air_density_;  // [kg/m^3]
  std::optional<LiquidBubbles> liquid_;
  std::vector<Ringing> voices_;  // in order of birth
  std::int64_t births_ = 0;      // so far
  std::vector<double> flow_;     // [voice][sample]
};

}  // namespace resound
