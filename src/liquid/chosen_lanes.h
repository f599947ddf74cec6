#pragma once
#include <array>
#include <cstdint>

namespace resound {

// For each choice among eight lanes, bit by bit, the numbers of those chosen, in order: four bits each, the first
// lowest. Highway's own table is copied to the stack at every use by some compilers.
inline constexpr std::array<std::uint32_t, 256> kChosenOfEight = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t chosen = 0; chosen < 256; ++chosen)
    for (std::uint32_t lane = 0, at = 0; lane < 8; ++lane)
      if ((chosen >> lane & 1U) != 0) table[chosen] |= lane << 4 * at++;
  return table;
}();

}  // namespace resound
