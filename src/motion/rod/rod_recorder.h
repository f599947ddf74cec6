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
  // After the steps of one sample: their accelerations, [step][3 * vertex].
  void take(const RodStepper& stepper, std::span<const double> accelerations);
  void finish();
  RodSound sound(int object) const;  // of the block

  void archive(StateArchive& state) { state.fields(decimator_, tensors_, centres_); }

 private:
  // Symmetric: xx, yy, zz, xy, xz, yz.
  using Tensor = std::array<double, 6>;
  struct Piece {
    std::size_t first = 0, end = 0;  // vertices
  };
  void measure(const RodStepper& stepper, std::vector<Tensor>& tensors) const;
  void note_centres(const RodStepper& stepper);

  std::size_t rod_;
  std::vector<Piece> pieces_;
  Decimator decimator_;
  std::vector<SectionDipole> air_;      // [m^2]  one an edge, of the section at rest: a rectangle's takes long to find
  std::vector<Tensor> tensors_, next_;  // [m^3]  one a vertex, at the beginning and end of the sample
  std::vector<double> frames_;          // [m^4/s^2]  [step][3 * piece]
  std::vector<Vec3> centres_;  // [m]  [sample][piece]: as late as the pull, from the sample before the block on
  std::vector<double> pull_;   // [m^4/s^2]  [piece][x y z][stride]
  std::size_t stride_ = 0;
};

}  // namespace resound
