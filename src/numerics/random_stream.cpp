#include "numerics/random_stream.h"

#include <cmath>
#include <numbers>

#include "numerics/philox.h"

namespace resound {
RandomStream::RandomStream(std::uint64_t seed, std::uint32_t object, std::uint64_t event)
    : key_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)},
      counter_{0, object, static_cast<std::uint32_t>(event), static_cast<std::uint32_t>(event >> 32)} {}

std::uint64_t RandomStream::bits() {
  if (used_ == 4) {
    philox(counter_, key_, block_);
    ++counter_[0];
    used_ = 0;
  }
  const std::uint64_t low = block_[used_], high = block_[used_ + 1];
  used_ += 2;
  return high << 32 | low;
}

double RandomStream::uniform() { return (static_cast<double>(bits() >> 12) + 0.5) * 0x1p-52; }

double RandomStream::uniform(double low, double high) { return low + (high - low) * uniform(); }

double RandomStream::exponential(double rate) { return -std::log(uniform()) / rate; }

double RandomStream::normal() {  // Box-Muller, one of the pair
  const double radius = std::sqrt(-2 * std::log(uniform()));
  return radius * std::cos(2 * std::numbers::pi * uniform());
}

}  // namespace resound
