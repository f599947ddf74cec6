#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "numerics/vec3.h"

namespace resound {

// Points sorted into cubes, to find those that lie near each other. Points that are nowhere are left out.
class PointCells {
 public:
  void fill(std::span<const Vec3> points, double size);  // [m]  of a cube; at least the radius that is asked for later

  // Calls visit(index) for every point of the 27 cubes around a place.
  template <class Visit>
  void for_each_near(const Vec3& place, Visit&& visit) const {
    const Cell c = cell_of(place);
    for (std::int64_t z = c.z - 1; z <= c.z + 1; ++z)
      for (std::int64_t y = c.y - 1; y <= c.y + 1; ++y)
        for (std::int64_t x = c.x - 1; x <= c.x + 1; ++x) {
          const auto found = ranges_.find(key({x, y, z}));
          if (found == ranges_.end()) continue;
          for (std::uint32_t i = found->second.begin; i < found->second.end; ++i) visit(order_[i]);
        }
  }

  // Calls visit(index, index) once for every two points of the same cube or of two that touch: cubes are looked up once
  // for all of their points.
  template <class Visit>
  void for_each_pair(Visit&& visit) const {
    for (std::uint32_t begin = 0, end = 0; begin < order_.size(); begin = end) {
      const std::uint64_t here = sorted_[begin].first;
      end = ranges_.at(here).end;
      for (std::uint32_t i = begin; i < end; ++i)
        for (std::uint32_t j = i + 1; j < end; ++j) visit(order_[i], order_[j]);
      for (const std::uint64_t step : kStepsOn) {
        const auto found = ranges_.find(here + step);
        if (found == ranges_.end()) continue;
        for (std::uint32_t i = begin; i < end; ++i)
          for (std::uint32_t j = found->second.begin; j < found->second.end; ++j) visit(order_[i], order_[j]);
      }
    }
  }

 private:
  static const std::array<std::uint64_t, 13> kStepsOn;  // from the key of a cube to the later half of those around it
  struct Cell {
    std::int64_t x, y, z;
  };
  struct Range {
    std::uint32_t begin = 0, end = 0;
  };
  Cell cell_of(const Vec3& place) const;
  static std::uint64_t key(const Cell& cell);  // 21 bits an axis: two kilometres of millimetres

  double size_ = 1;
  std::vector<std::uint32_t> order_;  // indices of points, cell by cell
  std::vector<std::pair<std::uint64_t, std::uint32_t>> sorted_;
  std::unordered_map<std::uint64_t, Range> ranges_;
};

// How many neighbours each particle has beside those of one deep within the liquid: points within 2.5 spacings, of
// which a bulk has 65. For liquids whose mover does not tell.
void count_crowding(std::span<const Vec3> positions, double spacing, PointCells& cells, std::vector<float>& crowding);

// Groups of what is connected.
class Groups {
 public:
  explicit Groups(std::size_t count);
  void join(std::size_t a, std::size_t b);
  std::size_t of(std::size_t item);  // the lowest of its group

 private:
  std::vector<std::size_t> parent_;
};
Groups connected(std::span<const Vec3> points, double reach, PointCells& cells);  // [m]  nearer ones are

}  // namespace resound
