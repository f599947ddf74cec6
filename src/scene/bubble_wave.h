#pragma once
#include "scene/splash.h"

namespace resound {

// The wave that a bubble sends out after it closes [van den Doel 2005], with the phase as the integral of the pitch:
//   a sin(2 pi f0 (t + sigma t^2 / 2)) exp(-d t),   pitch f(t) = f0 (1 + sigma t),   sigma = xi d,   t >= 0
struct BubbleWave {
  double frequency = 0;  // [Hz]   f0
  double decay = 0;      // [1/s]  d, of the amplitude
  double sigma = 0;      // [1/s]  relative rise of the pitch
  double amplitude = 0;  // [Pa] at one metre, or [N] where it drives a bar

  double value(double time) const;                                            // 0 before the start
  double pitch(double time) const { return frequency * (1 + sigma * time); }  // [Hz]
};

BubbleWave bubble_wave(double radius, double rise, double amplitude, double minnaert_constant);

// In a liquid, with all that damps it.
BubbleWave bubble_wave(double radius, double rise, double amplitude, const LiquidMatter& matter);

// As printed by [Drioli & Rocchesso, eq. 1]: f0 = 3 / r, and sin(2 pi f(t) t), whose pitch rises twice as fast as
// f(t) = f0 (1 + sigma t) says.
BubbleWave published_bubble_wave(double radius, double rise, double amplitude);

}  // namespace resound
