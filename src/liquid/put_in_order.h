#pragma once
#include <cstdint>
#include <utility>
#include <vector>

namespace resound {

// Those that `order` names, as it names them.
template <class T>
void put_in_order(std::vector<T>& values, const std::vector<std::uint32_t>& order) {
  std::vector<T> sorted(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) sorted[i] = values[order[i]];
  values = std::move(sorted);
}

}  // namespace resound
