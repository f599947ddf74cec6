#include "splash/point_cells.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/parallel.h"
#include "numerics/pi.h"

namespace resound {

const std::array<std::uint64_t, 13> PointCells::kStepsOn = [] {
  std::array<std::uint64_t, 13> steps{};
  std::size_t count = 0;
  for (std::int64_t x = -1; x <= 1; ++x)
    for (std::int64_t y = -1; y <= 1; ++y)
      for (std::int64_t z = -1; z <= 1; ++z)
        if (const std::int64_t step = x * (std::int64_t{1} << 42) + y * (std::int64_t{1} << 21) + z; step > 0)
          steps[count++] = static_cast<std::uint64_t>(step);
  return steps;
}();

PointCells::Cell PointCells::cell_of(const Vec3& place) const {
  const auto along = [&](double value) {
    return static_cast<std::int64_t>(std::floor(std::clamp(value / size_, -1e6, 1e6)));
  };
  return {along(place.x), along(place.y), along(place.z)};
}

std::uint64_t PointCells::key(const Cell& cell) {
  const auto part = [](std::int64_t value) { return static_cast<std::uint64_t>(value + (1 << 20)) & 0x1FFFFF; };
  return part(cell.x) << 42 | part(cell.y) << 21 | part(cell.z);
}

void PointCells::fill(std::span<const Vec3> points, double size) {
  size_ = size;
  sorted_.clear();
  for (std::size_t i = 0; i < points.size(); ++i)
    if (is_finite(points[i])) sorted_.emplace_back(key(cell_of(points[i])), static_cast<std::uint32_t>(i));
  std::ranges::sort(sorted_);
  order_.resize(sorted_.size());
  ranges_.clear();
  for (std::size_t i = 0; i < sorted_.size(); ++i) {
    order_[i] = sorted_[i].second;
    Range& range = ranges_[sorted_[i].first];
    if (range.end == 0) range.begin = static_cast<std::uint32_t>(i);
    range.end = static_cast<std::uint32_t>(i + 1);
  }
}

void count_crowding(std::span<const Vec3> positions, double spacing, PointCells& cells, std::vector<float>& crowding) {
  constexpr double kReach = 2.5;                                          // [spacings]
  constexpr double kBulk = 4.0 / 3 * kPi * kReach * kReach * kReach - 1;  // without itself
  constexpr std::size_t kPiece = 1024;
  const double reach = kReach * spacing;
  cells.fill(positions, reach);
  crowding.assign(positions.size(), 0.0F);
  parallel_for((positions.size() + kPiece - 1) / kPiece, [&](std::size_t piece) {
    const std::size_t end = std::min(positions.size(), (piece + 1) * kPiece);
    for (std::size_t i = piece * kPiece; i < end; ++i) {
      if (!is_finite(positions[i])) continue;
      int count = -1;  // it finds itself
      cells.for_each_near(positions[i], [&](std::uint32_t j) {
        const Vec3 way = positions[j] - positions[i];
        count += dot(way, way) < reach * reach;
      });
      crowding[i] = static_cast<float>(count / kBulk);
    }
  });
}

Groups connected(std::span<const Vec3> points, double reach, PointCells& cells) {
  cells.fill(points, reach);
  Groups groups(points.size());
  cells.for_each_pair([&](std::uint32_t i, std::uint32_t j) {
    const Vec3 way = points[j] - points[i];
    if (dot(way, way) < reach * reach) groups.join(i, j);
  });
  return groups;
}

Groups::Groups(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), std::size_t{0}); }

std::size_t Groups::of(std::size_t item) {
  while (parent_[item] != item) item = parent_[item] = parent_[parent_[item]];
  return item;
}

void Groups::join(std::size_t a, std::size_t b) {
  a = of(a), b = of(b);
  parent_[std::max(a, b)] = std::min(a, b);
}

}  // namespace resound
