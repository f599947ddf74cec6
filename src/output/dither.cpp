#include "output/dither.h"

#include <algorithm>
#include <cmath>

namespace resound {

std::int32_t Dither::quantise(double sample) {
  const std::uint64_t bits = random_.bits();
  const double noise = (static_cast<double>(bits >> 32) - static_cast<double>(bits & 0xffffffffu)) * 0x1p-32;
  const double rounded = std::floor(sample * scale_ + noise + 0.5);
  return static_cast<std::int32_t>(std::clamp(rounded, -scale_, scale_ - 1));
}

}  // namespace resound
