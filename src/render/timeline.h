#pragma once
#include <vector>

#include "base/clock.h"
#include "listener/heard.h"
#include "render/render.h"
#include "scene/scene.h"

namespace resound {

// Cuts a render into blocks and says which samples and frames of them are wanted. Blocks lie on one fixed grid whatever
// the crop or the frame rate, so that neither changes a sample.
class Timeline {
 public:
  // `latency`: samples by which what is heard lags the block that was emitted
  Timeline(const Scene& scene, const RenderSettings& settings, int latency);

  bool is_over() const { return block_.first - latency_ >= end_; }
  const TimeBlock& block() const { return block_; }
  void next() { go_to(block_.last()); }
  void go_to(SampleIndex first);  // first sample of a block on the grid, as when resuming

  Heard wanted(const Heard& heard) const;  // the part inside the crop, counted from the crop's start
  Progress progress() const;

  SampleIndex sample_count() const { return end_ - begin_; }  // in the file
  std::int64_t frame_count() const;

 private:
  SampleIndex frame_sample(std::int64_t frame) const;  // on the scene's clock

  SampleIndex begin_ = 0, end_ = 0;  // the crop
  int latency_ = 0;
  bool picture_ = false;
  std::int64_t file_rate_ = 0;
  FrameRate frame_rate_;
  TimeBlock block_;
  std::vector<SampleIndex> frames_;  // of this block
};

}  // namespace resound
