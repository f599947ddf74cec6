#pragma once
#include <bit>
#include <cstdint>

namespace resound {

// x^(-1/5), to the last digits: times and dents of elastic contact go by this power of the speed, millions of times.
// The exponent of a number is nearly its logarithm, which gives the first 3 %. With r = 1 - x y^5 the root is
// y (1 - r)^(-1/5), whose series up to r^3 brings the error to its fourth power, without a division. For positive
// normal numbers.
inline double inverse_fifth_root(double x) {
  constexpr std::uint64_t kMagic = 0x4cb8'a7ef'9db2'2d0b;  // 6/5 of the bits of one, shifted so that errors balance
  double y = std::bit_cast<double>(kMagic - std::bit_cast<std::uint64_t>(x) / 5);
  for (int i = 0; i < 2; ++i) {
    const double yy = y * y, r = 1 - x * y * (yy * yy);
    y += y * r * (0.2 + r * (0.12 + 0.088 * r));
  }
  return y;
}

}  // namespace resound
