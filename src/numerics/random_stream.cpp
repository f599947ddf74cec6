#include "numerics/random_stream.h"

#include <cmath>
#include <numbers>

namespace resound {
namespace {

struct Product {
  std::uint32_t high, low;
};

Product multiply(std::uint32_t a, std::uint32_t b) {
  const std::uint64_t p = static_cast<std::uint64_t>(a) * b;
  return {static_cast<std::uint32_t>(p >> 32), static_cast<std::uint32_t>(p)};
}

// Ten rounds with the multipliers and Weyl constants of the paper's table 2.
void philox(const std::uint32_t counter[4], const std::uint32_t key[2], std::uint32_t out[4]) {
  std::uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3];
  std::uint32_t k0 = key[0], k1 = key[1];
  for (int round = 0; round < 10; ++round) {
    const Product p0 = multiply(0xD2511F53u, c0);
    const Product p1 = multiply(0xCD9E8D57u, c2);
    c0 = p1.high ^ c1 ^ k0;
    c1 = p1.low;
    c2 = p0.high ^ c3 ^ k1;
    c3 = p0.low;
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  out[0] = c0;
  out[1] = c1;
  out[2] = c2;
  out[3] = c3;
}

}  // namespace

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
