#pragma once
#include <array>
#include <span>

#include "base/clock.h"
#include "emission/liquid/state_variable_filter.h"
#include "motion/motion_events.h"

namespace resound {

// The brief noise of liquid that comes down: pulse -> two resonators whose pitch glides up -> mass flow.
//
// Air that is trapped between the two rings as a cavity of the size of what fell [Drioli & Rocchesso, section 2.1]: f1
// = 3.3 m/s / r_c between 200 and 6000 Hz, f2 = 2.2 f1, Q 6 and 4, +20 % in 10 ms. The pulse (t / tau) exp(1 - t / tau)
// lasts 0.5 to 2 ms. Its wall swings like a bubble's, by a share that grows with the cube of the speed and never passes
// a fiftieth: p at one metre = rho_air (2 pi f1)^2 r_c^3 swing ~ r_c v^3 for soft impacts.
class ImpactVoice {
 public:
  ImpactVoice() = default;
  ImpactVoice(const LiquidImpact& impact, double gain, double air_density, SampleRate rate);

  void fill(SampleIndex first, std::span<double> flow) noexcept;  // [kg/s]  one a sample
  bool is_silent() const noexcept { return over_; }

  static double pitch(double radius);                                       // [Hz]  f1 at the start
  static double pressure(double radius, double speed, double air_density);  // [Pa]  at one metre

 private:
  struct Resonator {
    StateVariableFilter filter;
    double frequency = 0;  // [Hz]
    double damping = 0;    // [1]  1 / Q
    double gain = 0;       // [kg/s]
  };
  std::array<Resonator, 2> resonators_;
  double begin_ = 0;  // [s]
  double hz_ = 0;     // [Hz] of the samples
  double pulse_ = 0;  // [s]  tau
  double end_ = 0;    // [s]  after the begin: nothing is left
  bool over_ = true;
};

}  // namespace resound
