#include "solid/element_order.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

namespace resound {
namespace {

// 20 bits with two zeros between each.
std::uint64_t spread(std::uint64_t x) {
  x &= 0xFFFFF;
  x = (x | x << 32) & 0x1F00000000FFFFULL;
  x = (x | x << 16) & 0x1F0000FF0000FFULL;
  x = (x | x << 8) & 0x100F00F00F00F00FULL;
  x = (x | x << 4) & 0x10C30C30C30C30C3ULL;
  return (x | x << 2) & 0x1249249249249249ULL;
}

}  // namespace

std::vector<int> along_curve(std::span<const Vec3> points) {
  if (points.empty()) return {};
  Vec3 low = points[0], high = points[0];
  for (const Vec3& p : points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  const double extent = std::max({high.x - low.x, high.y - low.y, high.z - low.z, 1e-300});
  const auto cell = [&](double x) { return spread(static_cast<std::uint64_t>(x / extent * 0xFFFFF)); };
  std::vector<std::uint64_t> key;
  for (const Vec3& p : points) key.push_back(cell(p.x - low.x) | cell(p.y - low.y) << 1 | cell(p.z - low.z) << 2);
  std::vector<int> order(points.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return key[a] < key[b]; });
  return order;
}

}  // namespace resound
