#pragma once
#include <memory>
#include <span>
#include <vector>

#include "audio/mode_bank.h"
#include "base/state_archive.h"
#include "body/prepared_body.h"
#include "emission/body/grain_loading.h"
#include "emission/body/recoil.h"
#include "emission/body/slow_part.h"
#include "emission/source_signals.h"
#include "motion/motion_events.h"

namespace resound {

// A body that is struck, rings by its modes, and recoils:
//
//   contacts -> impulse on each mode -> mode bank -> without its slow part -> one voice a mode, with its directions
//            -> push of the whole body -> recoil -> a dipole: the click
//   grains that rest on it -> every mode lower and shorter, little by little
class RingingBody {
 public:
  RingingBody(std::shared_ptr<const PreparedBody> body, const Body& description, int object, const Air& air,
              SampleRate rate);

  void radiate(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals);
  void archive(StateArchive& state);

 private:
  void bear(const MotionEvents& events, const TimeBlock& block);  // grains that rest on it
  void retune();
  void hear(const Contact& contact, const Pose& pose, const TimeBlock& block);
  void strike(const ContactPulse& pulse, double time, const TimeBlock& block);
  void hit(double middle, double duration, double impulse, const TimeBlock& block);
  void find_mode_shapes(const Vec3& place, const Vec3& direction);  // body axes
  void ring(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals);
  Vibration vibration(SampleIndex sample, std::size_t offset) const;
  void add_sources(const MotionEvents& events, const TimeBlock& block, SourceSignals& signals);

  std::shared_ptr<const PreparedBody> body_;
  int object_;
  double grain_loss_;                      // [1]
  std::vector<BankMode> modes_;            // without grains
  std::vector<WallLoad> filling_;          // body axes
  std::vector<ModeLoad> load_, new_load_;  // as it is now, and as it will be
  double load_time_ = 0;                   // [s]  until then
  std::int64_t loads_change_ = 0;          // the last that was seen
  ModeBank bank_;
  ModeBankState state_;
  SlowPart slow_;
  Recoil recoil_;
  std::vector<double> real_, imaginary_;  // [m sqrt(kg) / s]  velocity phasors: [mode][sample]
  std::vector<double> shape_, impulse_;   // scratch: [1/sqrt(kg)], [sqrt(kg) m/s]  one a mode
  ModalVoices voices_;
  std::vector<SourceKnot> map_path_, centre_path_;
  std::vector<Rotation> rotations_;  // of the knots
};

}  // namespace resound
