#pragma once
#include <array>
#include <span>

#include "base/clock.h"
#include "emission/liquid/state_variable_filter.h"
#include "emission/source_signals.h"
#include "motion/motion_events.h"

namespace resound {

// The air above the liquid in a vessel: what sounds in the vessel -> resonance -> mass flow at the mouth. Its lowest
// note c / (4 (H - h + 0.61 R)) [a pipe closed by the liquid at one end] rises as the vessel fills.
class AirColumn {
 public:
  AirColumn() = default;
  AirColumn(const LiquidLevel& level, double sound_speed);  // [m/s]

  void follow(const LiquidLevel& level);                                                              // the newest
  void fill(const TimeBlock& block, std::span<const double> input, std::span<double> flow) noexcept;  // [kg/s]

  int vessel() const { return vessel_; }
  double frequency() const { return frequency_; }  // [Hz]
  const Vec3& mouth() const { return mouth_; }     // [m]
  std::span<const SourceKnot> path() const {
    return {knots_.data(), is_moving_ ? 2U : 1U};
  }  // of the mouth, in the block

  static constexpr double kQuality = 10;  // [1]

 private:
  void move(double duration);  // [s]

  int vessel_ = 0;
  double sound_speed_ = 343;  // [m/s]
  double frequency_ = 0;      // [Hz]  now
  double target_ = 0;         // [Hz]  by the newest level
  Vec3 mouth_;                // [m]   at the end of the block
  Vec3 mouth_target_;         // [m]   by the newest level
  std::array<SourceKnot, 2> knots_{};
  bool is_moving_ = false;
  StateVariableFilter filter_;
};

}  // namespace resound
