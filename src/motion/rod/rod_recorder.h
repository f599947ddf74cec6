#pragma once
#include <array>
#include <vector>

#include "audio/decimator.h"
#include "base/state_archive.h"
#include "motion/motion_events.h"
#include "rod/rod_stepper.h"

namespace resound {

// Brings what a rod does to the air from the rate of its steps to the audio rate:
//
//   acceleration of each vertex times the air it takes along -> sums over short pieces -> low-pass, every n-th ->
//   pieces
//
// The air taken along is the section's own volume and its added mass [m^3], a tensor that turns with the frame and
// thins as rubber is stretched; between samples it goes in a straight line.
class RodRecorder {
 public:
  RodRecorder(const RodStepper& stepper, std::size_t rod, SampleRate audio);

  void begin_block(int samples);
  void take(const RodStepper& stepper);  // after the steps of one sample, whose accelerations it has recorded
  void finish();
  RodSound sound(int object) const;  // of the block

  void archive(StateArchive& state) { state.fields(decimator_, air_now_, centres_); }

 private:
  struct Piece {
    std::size_t first = 0, end = 0;  // vertices
  };
  void measure(const RodStepper& stepper);
  double* add_by_pieces(const double* pulls, double* to) const;
  void note_centres(const RodStepper& stepper);

  std::size_t rod_, vertices_;
  std::vector<Piece> pieces_;
  Decimator decimator_;
  std::vector<SectionDipole> air_;  // [m^2]  one an edge, of the section at rest: a rectangle's takes long to find
  std::size_t row_ = 0;             // [numbers]  one a vertex, and on to the next whole block
  std::vector<double> air_now_, air_change_;  // [m^3]  [xx yy zz xy xz yz][row]: as RodAirRows has them
  std::vector<double> pulls_;                 // [m^4/s^2]  scratch: [x y z][row] of a step
  std::vector<Vec3> centres_;  // [m]  [sample][piece]: as late as the pull, from the sample before the block on
  std::vector<double> pull_;   // [m^4/s^2]  [piece][x y z][stride]
  std::size_t stride_ = 0;
};

}  // namespace resound
