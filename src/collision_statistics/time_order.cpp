#include "collision_statistics/time_order.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace resound {

void TimeOrder::begin(std::size_t size) {
  assert(size < std::size_t{1} << kNumberBits);
  keys_.resize(size);
}

void TimeOrder::sort() {
  const std::size_t size = keys_.size();
  next_.assign(size + 1, 0);
  ordered_.resize(size), places_.resize(size);
  const auto bin = [size](std::uint64_t key) {
    return std::min<std::uint64_t>((key >> kNumberBits) * size >> 36, size - 1);
  };
  for (const std::uint64_t key : keys_) ++next_[bin(key) + 1];
  for (std::size_t k = 1; k <= size; ++k) next_[k] += next_[k - 1];
  for (const std::uint64_t key : keys_) ordered_[next_[bin(key)]++] = key;
  // each bin holds a few
  for (std::size_t i = 1; i < size; ++i) {
    const std::uint64_t key = ordered_[i];
    std::size_t k = i;
    for (; k > 0 && key < ordered_[k - 1]; --k) ordered_[k] = ordered_[k - 1];
    ordered_[k] = key;
  }
  constexpr std::uint64_t kNumbers = (std::uint64_t{1} << kNumberBits) - 1;
  for (std::size_t i = 0; i < size; ++i) places_[ordered_[i] & kNumbers] = static_cast<std::uint32_t>(i);
}

}  // namespace resound
