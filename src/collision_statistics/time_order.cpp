#include "collision_statistics/time_order.h"

#include <algorithm>

namespace resound {

void TimeOrder::sort(std::span<const std::vector<ListedCollision>> parts, double begin, double length,
                     std::vector<ListedCollision>& ordered) {
  std::size_t size = 0;
  for (const auto& part : parts) size += part.size();
  next_.assign(size + 1, 0);
  bins_.resize(size);
  const double scale = static_cast<double>(size) / length, last_bin = static_cast<double>(size) - 1;
  std::size_t i = 0;
  for (const auto& part : parts)
    for (const ListedCollision& c : part) {
      bins_[i] = static_cast<std::uint32_t>(std::clamp((c.time - begin) * scale, 0.0, last_bin));
      ++next_[bins_[i++] + 1];
    }
  for (std::size_t bin = 1; bin <= size; ++bin) next_[bin] += next_[bin - 1];
  ordered.resize(size);
  i = 0;
  for (const auto& part : parts)
    for (const ListedCollision& c : part) ordered[next_[bins_[i++]]++] = c;
  // each bin holds a few
  for (i = 1; i < size; ++i)
    for (std::size_t k = i; k > 0 && ordered[k].time < ordered[k - 1].time; --k) std::swap(ordered[k], ordered[k - 1]);
}

}  // namespace resound
