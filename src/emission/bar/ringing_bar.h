#pragma once
#include <string>
#include <variant>
#include <vector>

#include "emission/bar/grid_bar.h"
#include "emission/bar/modal_bar.h"
#include "emission/source_signals.h"
#include "motion/motion_events.h"
#include "scene/air.h"

namespace resound {

// A bar that is struck, rings, and moves the air:
// contacts -> strikes -> modes or finite differences -> acceleration of each segment -> one dipole a segment
//
// A segment of length dl is the dipole F = rho_air dipole_area dl u_tt along the bar's thickness. Segments are at most
// a sixth of a wavelength at 10 kHz long (5.7 mm), and at least 12: the sum of points stands for the continuous bar
// within 0.2 dB at 10 kHz and 0.8 dB at 20 kHz, 45 degrees off broadside.
class RingingBar {
 public:
  RingingBar(const Bar& bar, int object, const std::string& name, const Air& air, SampleRate rate);

  void radiate(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals);
  void archive(StateArchive& state);

 private:
  using Solver = std::variant<ModalBar, GridBar>;
  static Solver make_solver(const Bar& bar, const std::string& name, SampleRate rate,
                            const std::vector<double>& pickups);

  void hear_contacts(const MotionEvents& events);
  void ring(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals);
  Vibration vibration(const Snapshot& snapshot) const;
  void add_sources(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals);
  Health health() const;

  int object_;
  double length_;                  // [m]
  double force_per_acceleration_;  // [kg]  air carried along by a segment
  double step_;                    // [s]
  std::vector<double> segments_;   // [m]  middles, from the left end
  Solver solver_;
  std::vector<double> acceleration_;  // [segment][sample]
  std::vector<double> force_;         // [segment][axis][sample]
  std::vector<SourceKnot> knots_;     // one a segment
};

}  // namespace resound
