#pragma once
#include <complex>
#include <variant>

#include "motion/motion_events.h"
#include "scene/bubble_wave.h"

namespace resound {

// What a force does during a short stretch of time: its impulse, and the first moment about the middle of the stretch.
// A solver that takes both neither loses momentum nor shifts a touch to the nearest sample.
struct PulseMoments {
  double impulse = 0;  // [N s]
  double lever = 0;    // [N s^2]
};

// The force of one contact over time, from the first touch on, handed out stretch by stretch of equal length.
//   drop:    F = F0 sqrt(tau) exp(-tau / tau0), tau = t / time_scale, tau0 = 0.33, scaled to its impulse
//   bubble:  the wave of a bubble as a force, as published by Hansen
//   strike:  a half-sine
class ForcePulse {
 public:
  ForcePulse() = default;

  // `begin` is when the first stretch begins, since the touch: negative or zero. `gain` is the share that acts along
  // the body's own motion.
  ForcePulse(const ContactPulse& contact, double gain, double begin, double step);  // [1], [s], [s]

  PulseMoments next();
  bool is_over() const { return begin() >= duration_; }  // less than 1e-6 of the pulse is left

 private:
  // Shares of the impulse and of its first moment about the touch that have been delivered so far.
  struct DropForce {
    double impulse = 0, scale = 1;  // [N s], [s]
    double delivered_impulse = 0, delivered_lever = 0;
  };
  // A phasor at the middle of the stretch, turned from stretch to stretch: exact for a pitch that rises in a straight
  // line.
  struct BubbleForce {
    BubbleWave wave;
    bool turning = false;
    std::complex<double> z, spin, spin_up;
  };
  double begin() const { return begin_ + static_cast<double>(count_) * step_; }
  // Shares delivered so far, as for a drop.
  struct StrikeForce {
    double impulse = 0, duration = 1;  // [N s], [s]
    double delivered_impulse = 0, delivered_lever = 0;
  };
  void begin_as(const DropPulse& drop, double gain);
  void begin_as(const BubblePulse& bubble, double gain);
  void begin_as(const StrikePulse& strike, double gain);
  // What is over at the end of the stretch, impulse and first moment about the touch, becomes what happened in it.
  template <class Force>
  PulseMoments since_last(Force& force, double delivered_impulse, double delivered_lever) const;
  static PulseMoments next_of(std::monostate) { return {}; }
  PulseMoments next_of(DropForce& drop) const;
  PulseMoments next_of(BubbleForce& bubble) const;
  PulseMoments next_of(StrikeForce& strike) const;

  double begin_ = 0, step_ = 1, duration_ = 0;  // [s]
  long count_ = 0;                              // stretches handed out
  std::variant<std::monostate, DropForce, BubbleForce, StrikeForce> force_;
};

}  // namespace resound
