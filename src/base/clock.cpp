#include "base/clock.h"

#include <algorithm>

namespace resound {
namespace {

constexpr int kVector = 8;  // samples that processors take at once, or a multiple of them

}  // namespace

SampleIndex frame_start(std::int64_t frame, std::int64_t samples_per_second, FrameRate fps) {
  // round(a / b) = floor((2a + b) / 2b); 128 bits because frame * rate * denominator leaves 64 bits after a few months
  __extension__ using Wide = __int128;
  const Wide a = static_cast<Wide>(frame) * samples_per_second * fps.denominator;
  const Wide b = fps.numerator;
  return static_cast<SampleIndex>((2 * a + b) / (2 * b));
}

int block_length(SampleRate rate) {
  const int most = std::max(1, static_cast<int>(rate.hz * 1e-3));
  return most < kVector ? most : most - most % kVector;
}

}  // namespace resound
