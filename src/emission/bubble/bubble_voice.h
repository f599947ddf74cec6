#pragma once
#include <complex>
#include <span>

#include "base/clock.h"
#include "numerics/pi.h"
#include "scene/bubble_wave.h"

namespace resound {

// One ringing gas bubble: pinch-off -> decaying chirp -> mass flow q, whose rate of change is the pressure at one
// metre.
//
// The chirp is a phasor z = exp(g(t)), g = 2 pi i f0 (t + sigma t^2/2) - d t, turned each sample by the phase of the
// midpoint, which is exact for a pitch that rises in a straight line. q is the integral of the pressure in closed form:
//   integral of exp(g) = exp(g) (1/g' + g''/g'^3 + 3 g''^2/g'^5 + …),   |g''/g'^2| = sigma / (2 pi f0) < 0.02,
// cut after the third term (1e-4 of the pressure for the smallest bubbles, 1e-7 at a millimetre).
// A bubble ends at another volume than it began. The difference is leaked away, below 20 Hz unless told, so that a
// voice can end in silence: a storm of bubbles leaks as fast as they ring out, which adds 2 % of a slow swell to each.
class BubbleVoice {
 public:
  BubbleVoice() = default;
  BubbleVoice(const BubbleWave& wave, double birth, SampleRate rate, double leak = 2 * kPi * 20);  // [s], [1/s]

  void fill(SampleIndex first, std::span<double> flow) noexcept;  // [kg/s]  one a sample
  bool is_silent() const noexcept { return over_; }               // the caller may then recycle the voice

 private:
  void start(double since) noexcept;
  double fade() const noexcept;
  void check_end() noexcept;

  BubbleWave wave_;
  double birth_ = 0;  // [s]
  double hz_ = 0;     // [Hz] of the samples
  bool started_ = false, over_ = false;
  double age_ = 0;                           // [s]
  std::complex<double> z_, spin_, spin_up_;  // phasor, its turn a sample, and the turn of that turn
  double offset_ = 0;                        // [kg/s]  what has to leak away
  double leak_rate_ = 0;                     // [1/s]
  double leak_ = 1;                          // [1]  a sample
};

}  // namespace resound
