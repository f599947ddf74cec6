#pragma once
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

 private:
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

}  // namespace resound
