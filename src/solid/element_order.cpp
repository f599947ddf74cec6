#include "solid/element_order.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "solid/element_batch.h"
#include "solid/node_pull.h"

namespace resound {
namespace {

constexpr int kLevels = 3;  // of cuts between shares: for eight threads

using Coordinate = double Vec3::*;

Coordinate greatest_extent(std::span<const Vec3> points, std::span<const int> some) {
  Vec3 low = points[some[0]], high = low;
  for (const int i : some) {
    const Vec3& p = points[i];
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  const Vec3 size = high - low;
  if (size.x >= size.y && size.x >= size.z) return &Vec3::x;
  return size.y >= size.z ? &Vec3::y : &Vec3::z;
}

void halve(std::span<const Vec3> points, std::size_t unit, std::span<int> some) {
  if (some.size() <= unit) {
    std::ranges::sort(some);
    return;
  }
  const std::size_t middle = first_half(some.size(), unit);
  const Coordinate along = greatest_extent(points, some);
  std::ranges::nth_element(some, some.begin() + static_cast<std::ptrdiff_t>(middle), [&](int a, int b) {
    return points[a].*along != points[b].*along ? points[a].*along < points[b].*along : a < b;
  });
  halve(points, unit, some.first(middle));
  halve(points, unit, some.subspan(middle));
}

struct Elements {
  std::span<const Vec3> nodes;
  std::span<const int> corners;
  std::size_t corners_a_row = 0;
  std::span<const int> of(int element) const {
    return corners.subspan(static_cast<std::size_t>(element) * corners_a_row, corners_a_row);
  }
};

void add_group(const Elements& elements, const std::vector<int>& some, std::vector<int>& order) {
  std::vector<Vec3> centres;
  for (const int element : some) {
    Vec3 sum;
    for (const int corner : elements.of(element)) sum += elements.nodes[corner];
    centres.push_back(sum);
  }
  for (const int i : halved_order(centres, kBatch)) order.push_back(some[i]);
}

void divide(const Elements& elements, const std::vector<int>& some, std::size_t first, std::size_t end, int levels,
            std::vector<int>& order) {
  if (levels == 0 || end - first < 4 * NodePull::kPart) return add_group(elements, some, order);
  const std::size_t middle = first + first_half(end - first, NodePull::kPart);
  std::vector<int> before, across, after;
  for (const int element : some) {
    const auto [low, high] = std::ranges::minmax(elements.of(element));
    const bool begins_before = static_cast<std::size_t>(low) < middle;
    const bool ends_before = static_cast<std::size_t>(high) < middle;
    (ends_before ? before : begins_before ? across : after).push_back(element);
  }
  divide(elements, before, first, middle, levels - 1, order);
  add_group(elements, across, order);
  divide(elements, after, middle, end, levels - 1, order);
}

}  // namespace

std::size_t first_half(std::size_t points, std::size_t unit) { return ((points + unit - 1) / unit + 1) / 2 * unit; }

std::vector<int> halved_order(std::span<const Vec3> points, std::size_t unit) {
  assert(unit > 0);
  std::vector<int> order(points.size());
  std::iota(order.begin(), order.end(), 0);
  if (!order.empty()) halve(points, unit, order);
  return order;
}

std::vector<int> element_order(std::span<const Vec3> nodes, std::span<const int> corners, std::size_t corners_a_row) {
  assert(corners_a_row > 0 && corners.size() % corners_a_row == 0);
  std::vector<int> all(corners.size() / corners_a_row), order;
  std::iota(all.begin(), all.end(), 0);
  divide({nodes, corners, corners_a_row}, all, 0, nodes.size(), kLevels, order);
  return order;
}

}  // namespace resound
