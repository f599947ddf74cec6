#pragma once
#include <vector>

#include "base/state_archive.h"
#include "emission/bubble/bubble_cloud.h"
#include "emission/liquid/air_column.h"
#include "emission/liquid/impact_voice.h"
#include "emission/source_signals.h"
#include "scene/air.h"
#include "scene/splash.h"

namespace resound {

// What a liquid in motion sounds like:
//
//   impacts -> resonators ─┬─> monopoles where they happen
//   bubbles -> chirps ─────┼─> dipoles and monopoles where they are born
//                          └─> the vessel's column of air -> a monopole at its mouth
class LiquidVoice {
 public:
  LiquidVoice(const SplashSound& sound, const LiquidMatter& matter, int object, const Air& air);

  void radiate(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals);
  void archive(StateArchive& state) { state.fields(bubbles_, impacts_, heard_, columns_); }

 private:
  struct Impact {
    ImpactVoice voice;
    SourceKnot place;
    std::int64_t id = 0;
  };
  void add_impacts(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals);
  void add_columns(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals, std::size_t first);
  void gather(const SourceSignals& signals, std::size_t first, std::size_t last, std::size_t column);

  SplashSound sound_;
  int object_;
  double air_density_;  // [kg/m^3]
  double sound_speed_;  // [m/s]  in air
  BubbleCloud bubbles_;
  std::vector<Impact> impacts_;
  std::int64_t heard_ = 0;           // impacts so far
  std::vector<AirColumn> columns_;   // of the vessels
  std::vector<double> impact_flow_;  // [voice][sample]
  std::vector<double> inside_;       // what sounds in a vessel, one a sample
  std::vector<double> column_flow_;  // [column][sample]
};

}  // namespace resound
