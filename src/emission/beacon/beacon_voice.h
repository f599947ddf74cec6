#pragma once
#include <vector>

#include "base/state_archive.h"
#include "emission/source_signals.h"
#include "motion/motion_events.h"
#include "scene/beacon.h"

namespace resound {

// A test source of known level. Pressure at one metre in the far field, peak P = 20 uPa 10^(level/20):
//   click: P (1 - t^2/s^2) exp(-t^2 / 2 s^2), a symmetric pulse with its peak at the exact time and no mean (so that q
//          returns to zero); s = 1.8 samples puts Nyquist 100 dB below its middle, a quarter of Nyquist
//   tone:  sqrt(2) P sin(2 pi f t), faded in over 5 ms
// A monopole has the flow q = 4 pi (integral of the pressure), a dipole the force c q along its axis.
class BeaconVoice {
 public:
  BeaconVoice(const Beacon& beacon, int object, double speed_of_sound);

  void radiate(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals);
  void archive(StateArchive&) {}  // a function of time alone

 private:
  double flow(double time, SampleRate rate) const;  // [kg/s]
  double clicks(double time, SampleRate rate) const;
  double tone(double time) const;

  Beacon beacon_;
  int object_;
  Vec3 force_per_flow_;  // [m/s]
  double peak_;          // [Pa] at one metre
  std::vector<SourceKnot> knots_;
  std::vector<double> flow_;  // [sample]
  std::vector<double> force_[3];
};

}  // namespace resound
