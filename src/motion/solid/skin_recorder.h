#pragma once
#include <span>
#include <vector>

#include "audio/decimator.h"
#include "base/state_archive.h"
#include "motion/motion_events.h"
#include "numerics/vec3.h"

namespace resound {

// Brings the motion of a skin from the rate of the solver's steps to the audio rate:
//
//   velocities at each step -> low-pass, then every n-th (Decimator) -> velocities at each sample -> sum -> travel
//
// The solver may have halved the rate of the steps already, in pairs.
//
// Channels are filtered in groups, so that what a filter looks back on stays near the processor. Groups know nothing of
// each other: different threads may take them.
//
// Velocities are floats until they are filtered: the filter's output differs from that of doubles by less than -130 dB
// (tests/audio/decimator_test.cpp), and half as much memory passes by the processor.
//
// Filtering comes before sampling, so that nothing beyond half the audio rate folds back. Positions are the sum of the
// filtered velocities and so as late as these; before the scene everything moved on as it begins.
class SkinRecorder {
 public:
  // `begin`, `velocity`: of the vertices when the scene begins [m], [m/s].
  SkinRecorder(const std::vector<Vec3>& begin, const std::vector<Vec3>& velocity, SampleRate steps, SampleRate audio,
               const std::optional<PairFilter>& pairs = {});

  static constexpr std::size_t kVertices = 32;  // of a group; the last one may have fewer
  void begin_block(int samples);
  // Each for every group, as often as it takes to reach the end of the block: where the next frames are to be written,
  // of steps or pairs of them, [m/s] as [frame][x, y, z of each vertex of the group], and then, once they are there,
  // filter(), or finish() if they are the last of the block.
  float* make_room(std::size_t group, int frames) { return decimators_[group].make_room(frames); }
  void filter(std::size_t group) { decimators_[group].filter(); }
  void finish(std::size_t group);
  SkinMotion motion(int object) const;  // of the block
  Vec3 newest(std::size_t vertex) const {
    return {now_[3 * vertex], now_[3 * vertex + 1], now_[3 * vertex + 2]};
  }  // [m]

  void archive(StateArchive& state) {
    for (auto& decimator : decimators_) state.fields(decimator);
    state.fields(now_, last_);
  }

 private:
  std::size_t channels() const { return now_.size(); }
  std::size_t channels_of(std::size_t group) const;

  std::vector<BasicDecimator<float>> decimators_;  // one a group of channels
  double sample_;                                  // [s]
  std::vector<double> now_, last_;                 // [m], [m/s]  at the newest sample: [channel]
  std::size_t stride_ = 0;                         // [samples]
  std::vector<double> begin_;                      // [m]    before the block: [channel]
  std::vector<float> travel_;                      // [m]    since then: [channel][stride]
  std::vector<float> velocity_;                    // [m/s]  likewise
  std::vector<double> way_;                        // [m]    of the whole block: [channel]
  std::vector<double> mean_;                       // [m]    place in the block: [channel]
};

}  // namespace resound
