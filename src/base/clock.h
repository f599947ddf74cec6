#pragma once
#include <cstdint>
#include <span>

// The clock of a render is the sample index. Seconds and picture frames are derived from it, never counted beside it.
namespace resound {

using SampleIndex = std::int64_t;

// The one place where seconds and samples meet.
struct SampleRate {
  double hz = 48000.0;

  double seconds(double samples) const { return samples / hz; }
  double samples(double seconds) const { return seconds * hz; }
  double step() const { return 1.0 / hz; }  // [s]
};

// Frames per second as a fraction: 30000/1001 is exact where 29.97 would drift.
struct FrameRate {
  std::int64_t numerator = 30;
  std::int64_t denominator = 1;

  double hz() const { return static_cast<double>(numerator) / static_cast<double>(denominator); }
};

// Frame n begins at sample round(n * rate / fps), in whole numbers so that it holds for hours.
SampleIndex frame_start(std::int64_t frame, std::int64_t samples_per_second, FrameRate fps);

// A stretch of audio time. Every stage works through the same blocks.
struct TimeBlock {
  SampleIndex first = 0;
  int count = 0;
  SampleRate rate;
  std::span<const SampleIndex> frames;  // samples in this block at which a picture frame begins

  double time_of(double offset) const { return (static_cast<double>(first) + offset) / rate.hz; }  // [s]
  double begin() const { return time_of(0); }                                                      // [s]
  double end() const { return time_of(count); }                                                    // [s]
  SampleIndex last() const { return first + count; }                                               // one past the end
  bool contains(double time) const { return time >= begin() && time < end(); }
};

// At most one millisecond: a blow-up is caught at the end of the block it began in. Whole vectors of samples, if it has
// any.
int block_length(SampleRate rate);

}  // namespace resound
