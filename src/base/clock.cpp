#include "base/clock.h"

namespace resound {

SampleIndex frame_start(std::int64_t frame, std::int64_t samples_per_second, FrameRate fps) {
  // round(a / b) = floor((2a + b) / 2b); 128 bits because frame * rate * denominator leaves 64 bits after a few months
  __extension__ using Wide = __int128;
  const Wide a = static_cast<Wide>(frame) * samples_per_second * fps.denominator;
  const Wide b = fps.numerator;
  return static_cast<SampleIndex>((2 * a + b) / (2 * b));
}

int block_length(SampleRate rate) {
  int length = 1;
  while (2 * length <= rate.hz * 1e-3) length *= 2;
  return length;
}

}  // namespace resound
