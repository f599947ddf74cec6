#pragma once
#include <cstdint>

#include "numerics/random_stream.h"

namespace resound {

// Rounds to whole numbers with triangular noise of two steps width added first, which makes the error's mean and power
// independent of the signal: no distortion, no noise that breathes with the music [Lipshitz, Wannamaker, Vanderkooy
// 1992]. The noise is a function of seed and file alone, so that the same render gives the same bytes.
class Dither {
 public:
  Dither(int bits, std::uint64_t seed, std::uint32_t file)
      : scale_(static_cast<double>(std::int64_t{1} << (bits - 1))), random_(seed, file, 0x6469746865722121u) {}

  std::int32_t quantise(double sample);  // sample in [-1, 1) -> [-2^(bits-1), 2^(bits-1) - 1]

 private:
  double scale_;
  RandomStream random_;
};

}  // namespace resound
