#pragma once
#include <memory>
#include <span>
#include <vector>

#include "audio/mode_bank.h"
#include "base/state_archive.h"
#include "body/prepared_body.h"
#include "emission/body/recoil.h"
#include "emission/source_signals.h"
#include "motion/motion_events.h"

namespace resound {

// A body that is struck, rings by its modes, and recoils:
//
//   contacts -> impulse on each mode -> mode bank -> one voice a mode, with its map of directions
//            -> push of the whole body -> recoil -> a dipole: the click
class RingingBody {
 public:
  RingingBody(std::shared_ptr<const PreparedBody> body, const Damping& damping, int object, const Air& air,
              SampleRate rate);

  void radiate(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals);
  void archive(StateArchive& state) { state.fields(state_, recoil_); }

 private:
  void hear(const Contact& contact, const Pose& pose, const TimeBlock& block);
  void strike(const ContactPulse& pulse, double time, const TimeBlock& block);
  void hit(double middle, double duration, double impulse, const TimeBlock& block);
  void find_mode_shapes(const Vec3& place, const Vec3& direction);  // body axes
  void ring(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals);
  Vibration vibration(SampleIndex sample, std::size_t offset) const;
  void add_sources(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals);

  std::shared_ptr<const PreparedBody> body_;
  int object_;
  ModeBank bank_;
  ModeBankState state_;
  Recoil recoil_;
  std::vector<double> real_, imaginary_;  // [m sqrt(kg) / s]  velocity phasors: [mode][sample]
  std::vector<double> shape_, impulse_;   // scratch: [1/sqrt(kg)], [sqrt(kg) m/s]  one a mode
  std::vector<SourceKnot> map_path_, centre_path_;
};

}  // namespace resound
