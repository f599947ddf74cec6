#pragma once
#include <array>
#include <vector>

#include "base/state_archive.h"
#include "emission/source_signals.h"
#include "motion/motion_events.h"

namespace resound {

// A rod, heard piece by piece: each pushes the air that it takes along, a dipole F = rho times its pull, where it is.
class RodVoice {
 public:
  RodVoice(int object, double air_density);  // [kg/m^3]

  void radiate(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals);
  void archive(StateArchive& state) { state.fields(anchors_); }

 private:
  void follow(const RodSound& rod, SampleRate rate);

  int object_;
  double air_density_;             // [kg/m^3]
  std::vector<Vec3> anchors_;      // [m]  where each piece is said to be as long as it hardly moves
  std::vector<double> force_;      // [N]  [piece][x y z][stride]
  std::vector<SourceKnot> knots_;  // [piece][knot]
  std::size_t knots_a_piece_ = 0;
  std::vector<bool> moves_;
};

}  // namespace resound
