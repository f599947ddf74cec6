#pragma once
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/triangle_bvh.h"

namespace resound {

// Points sorted into the cubes of an endless grid, and the cubes into a table by a hash of their indices. Points of
// different cubes may share a place in the table: who asks gets some that lie outside of the box, and none twice.
class ContactHash {
 public:
  ContactHash(std::span<const Vec3> points, double cell);  // [m]

  // Shows every point (by index) of the cubes that a box touches, in a fixed order.
  template <class Show>
  void visit(const Box& box, Show&& show) const {
    const std::array<std::int64_t, 3> low = cube(box.low), high = cube(box.high);
    const double cubes = static_cast<double>(high[0] - low[0] + 1) * static_cast<double>(high[1] - low[1] + 1) *
                         static_cast<double>(high[2] - low[2] + 1);
    if (cubes > static_cast<double>(points_.size())) {  // a large box: all of them are fewer
      for (const Point& point : points_) show(point.index);
      return;
    }
    for (std::int64_t x = low[0]; x <= high[0]; ++x)
      for (std::int64_t y = low[1]; y <= high[1]; ++y)
        for (std::int64_t z = low[2]; z <= high[2]; ++z) {
          const std::array<std::int64_t, 3> at{x, y, z};
          const std::size_t place = place_of(at);
          for (std::size_t i = begin_[place]; i < begin_[place + 1]; ++i)
            if (points_[i].cube == at) show(points_[i].index);
        }
  }

 private:
  struct Point {
    std::array<std::int64_t, 3> cube{};
    std::size_t index = 0;
  };
  std::array<std::int64_t, 3> cube(const Vec3& p) const;
  std::size_t place_of(const std::array<std::int64_t, 3>& cube) const;

  double cell_;  // [m]
  std::uint64_t mask_ = 0;
  std::vector<std::size_t> begin_;  // of each place in the table, and the end
  std::vector<Point> points_;       // place by place
};

}  // namespace resound
