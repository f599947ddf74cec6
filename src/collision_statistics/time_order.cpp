#include "collision_statistics/time_order.h"

#include <algorithm>
#include <utility>

namespace resound {

std::span<const std::uint32_t> TimeOrder::places(std::span<const double> times, double begin, double length) {
  const std::size_t size = times.size();
  next_.assign(size + 1, 0);
  bins_.resize(size), ordered_.resize(size), places_.resize(size);
  const double scale = static_cast<double>(size) / length, last_bin = static_cast<double>(size) - 1;
  for (std::size_t i = 0; i < size; ++i) {
    bins_[i] = static_cast<std::uint32_t>(std::clamp((times[i] - begin) * scale, 0.0, last_bin));
    ++next_[bins_[i] + 1];
  }
  for (std::size_t bin = 1; bin <= size; ++bin) next_[bin] += next_[bin - 1];
  for (std::size_t i = 0; i < size; ++i) ordered_[next_[bins_[i]]++] = {times[i], static_cast<std::uint32_t>(i)};
  // each bin holds a few
  for (std::size_t i = 1; i < size; ++i)
    for (std::size_t k = i; k > 0 && ordered_[k].time < ordered_[k - 1].time; --k)
      std::swap(ordered_[k], ordered_[k - 1]);
  for (std::size_t i = 0; i < size; ++i) places_[ordered_[i].number] = static_cast<std::uint32_t>(i);
  return places_;
}

}  // namespace resound
