#include "geometry/contact_hash.h"

#include <algorithm>
#include <bit>

namespace resound {

ContactHash::ContactHash(std::span<const Vec3> points, double cell) : cell_(cell) {
  const std::size_t places = std::bit_ceil(2 * points.size() + 1);
  mask_ = places - 1;
  begin_.assign(places + 1, 0);
  std::vector<Point> unsorted;
  unsorted.reserve(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) unsorted.push_back({cube(points[i]), i});
  for (const Point& point : unsorted) ++begin_[place_of(point.cube) + 1];
  for (std::size_t i = 0; i < places; ++i) begin_[i + 1] += begin_[i];
  std::vector<std::size_t> next(begin_.begin(), begin_.end() - 1);
  points_.resize(points.size());
  for (const Point& point : unsorted) points_[next[place_of(point.cube)]++] = point;
}

std::array<std::int64_t, 3> ContactHash::cube(const Vec3& p) const {
  // Far outside of any scene the cubes are one: a position that has blown up must not overflow.
  const auto index = [&](double x) {
    const double i = std::floor(x / cell_);
    return static_cast<std::int64_t>(i > -1e15 ? std::min(i, 1e15) : -1e15);
  };
  return {index(p.x), index(p.y), index(p.z)};
}

// Large primes and a mix of the bits, after Teschner et al. 2003.
std::size_t ContactHash::place_of(const std::array<std::int64_t, 3>& cube) const {
  std::uint64_t h = static_cast<std::uint64_t>(cube[0]) * 73856093U ^ static_cast<std::uint64_t>(cube[1]) * 19349663U ^
                    static_cast<std::uint64_t>(cube[2]) * 83492791U;
  h ^= h >> 17U;
  return static_cast<std::size_t>(h & mask_);
}

}  // namespace resound
