#pragma once
#include <variant>

#include "emission/bubble/bubble_wave.h"
#include "motion/motion_events.h"

namespace resound {

// What a force does during a short stretch of time: its impulse, and the first moment about the middle of the stretch.
// A solver that takes both neither loses momentum nor shifts a touch to the nearest sample.
struct PulseMoments {
  double impulse = 0;  // [N s]
  double lever = 0;    // [N s^2]

  PulseMoments& operator+=(const PulseMoments& b) { return *this = {impulse + b.impulse, lever + b.lever}; }
};

// The force of one contact over time, from the first touch on.
//   drop:    F = F0 sqrt(tau) exp(-tau / tau0), tau = t / time_scale, tau0 = 0.33, scaled to its impulse
//   bubble:  the wave of a bubble as a force, as published by Hansen
class ForcePulse {
 public:
  ForcePulse() = default;
  explicit ForcePulse(const ContactPulse& contact, double gain = 1);  // gain: share that acts along the bar's thickness

  PulseMoments moments(double begin, double end) const;  // [s] since the first touch; nothing happens before 0
  double duration() const;                               // [s] after which less than 1e-8 of the pulse is left

 private:
  PulseMoments moments_of(const DropPulse& drop, double begin, double end) const;
  PulseMoments moments_of(const BubbleWave& wave, double begin, double end) const;

  std::variant<DropPulse, BubbleWave> force_;
};

}  // namespace resound
