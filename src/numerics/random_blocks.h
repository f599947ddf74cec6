#pragma once
#include <cstdint>
#include <span>

namespace resound {

// Many numbers of one RandomStream at once, some vectors wide: those that bits() would give from the block with the
// number `first` on, two a block, the first of each in `even` and the second in `odd`. Both have the same length.
struct RandomBlocks {
  std::uint64_t seed = 0;
  std::uint32_t object = 0;
  std::uint64_t event = 0;

  void fill(std::uint32_t first, std::span<std::uint64_t> even, std::span<std::uint64_t> odd) const;
};

}  // namespace resound
