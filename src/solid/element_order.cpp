#include "solid/element_order.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <numeric>

#include "solid/element_batch.h"

namespace resound {
namespace {

constexpr int kLevels = 3;               // of cuts between shares: for eight threads
constexpr std::size_t kMostNodes = 32;   // of a part
constexpr std::size_t kFewestParts = 4;  // that are worth a cut

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

// The points between two bounds.
void halve(std::span<const Vec3> points, const Bounds& bounds, std::size_t first, std::size_t end,
           std::vector<int>& order) {
  const std::span<int> some = std::span(order).subspan(bounds[first], bounds[end] - bounds[first]);
  if (end - first < 2) {
    std::ranges::sort(some);
    return;
  }
  const std::size_t middle = middle_of(first, end);
  const Coordinate along = greatest_extent(points, some);
  const auto cut = some.begin() + static_cast<std::ptrdiff_t>(bounds[middle] - bounds[first]);
  std::ranges::nth_element(some, cut, [&](int a, int b) {
    return points[a].*along != points[b].*along ? points[a].*along < points[b].*along : a < b;
  });
  halve(points, bounds, first, middle, order);
  halve(points, bounds, middle, end, order);
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
  for (const int i : halved_order(centres, even_bounds(centres.size(), kBatch))) order.push_back(some[i]);
}

void divide(const Elements& elements, const Bounds& bounds, const std::vector<int>& some, std::size_t first,
            std::size_t end, int levels, std::vector<int>& order) {
  if (levels == 0 || end - first < kFewestParts) return add_group(elements, some, order);
  const std::size_t middle = middle_of(first, end);
  std::vector<int> before, across, after;
  for (const int element : some) {
    const auto [low, high] = std::ranges::minmax(elements.of(element));
    const bool begins_before = static_cast<std::size_t>(low) < bounds[middle];
    const bool ends_before = static_cast<std::size_t>(high) < bounds[middle];
    (ends_before ? before : begins_before ? across : after).push_back(element);
  }
  divide(elements, bounds, before, first, middle, levels - 1, order);
  add_group(elements, across, order);
  divide(elements, bounds, after, middle, end, levels - 1, order);
}

}  // namespace

Bounds even_bounds(std::size_t count, std::size_t unit) {
  assert(unit > 0);
  Bounds bounds;
  for (std::size_t begin = 0; begin < count; begin += unit) bounds.push_back(begin);
  bounds.push_back(count);
  return bounds;
}

Bounds node_bounds(std::size_t nodes) {
  const std::size_t parts = std::bit_ceil((nodes + kMostNodes - 1) / kMostNodes);
  Bounds bounds;
  for (std::size_t part = 0; part < parts; ++part) bounds.push_back(part * nodes / parts / 2 * 2);
  bounds.push_back(nodes);
  return bounds;
}

std::size_t middle_of(std::size_t first, std::size_t end) { return (first + end + 1) / 2; }

std::vector<int> halved_order(std::span<const Vec3> points, const Bounds& bounds) {
  assert(bounds.back() == points.size());
  std::vector<int> order(points.size());
  std::iota(order.begin(), order.end(), 0);
  if (!order.empty()) halve(points, bounds, 0, bounds.size() - 1, order);
  return order;
}

std::vector<int> element_order(std::span<const Vec3> nodes, std::span<const int> corners, std::size_t corners_a_row) {
  assert(corners_a_row > 0 && corners.size() % corners_a_row == 0);
  std::vector<int> all(corners.size() / corners_a_row), order;
  std::iota(all.begin(), all.end(), 0);
  const Bounds bounds = node_bounds(nodes.size());
  divide({nodes, corners, corners_a_row}, bounds, all, 0, bounds.size() - 1, kLevels, order);
  return order;
}

}  // namespace resound
