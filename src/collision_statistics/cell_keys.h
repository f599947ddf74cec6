#pragma once
#include <cstdint>
#include <vector>

#include "collision_statistics/listed_objects.h"
#include "numerics/vec3.h"

namespace resound {

// Where a collision happened and who met whom, as one number: cells of space, and pairs of objects.
//
// Cells on a solid are finer: what is heard of a hit goes with the square of each mode's shape at its place, which in a
// centimetre of a cup changes by more than one hears; of two grains, only the sound's way to the ear changes.
class CellKeys {
 public:
  static constexpr int kPairBits = 12;
  static constexpr int kFinerOnSolids = 4;  // [1]

  CellKeys(double cell, ListedObjects objects);  // [m]

  std::uint64_t key_of(const ListedCollision& c) {  // throws InputError beyond the limits of a grid
    const std::int32_t met = pair_table_[place_of(c.first_object, c.second_object)];
    const std::uint32_t number = met >= 0 ? static_cast<std::uint32_t>(met) : add_pair(c.first_object, c.second_object);
    const Pair& pair = pairs_[number];
    constexpr double kHalf = kHalfGrid, kAll = 2 * kHalf;
    const double x = c.place.x * pair.per_edge + kHalf, y = c.place.y * pair.per_edge + kHalf,
                 z = c.place.z * pair.per_edge + kHalf;
    if (!(x >= 0 && y >= 0 && z >= 0 && x < kAll && y < kAll && z < kAll)) throw_too_far(c, pair.edge);
    const auto bits = [](double at, int axis) {
      return static_cast<std::uint64_t>(static_cast<std::int64_t>(at)) << (kPairBits + axis * kCellBits);
    };
    return number | bits(x, 0) | bits(y, 1) | bits(z, 2);
  }
  static std::uint32_t pair_of(std::uint64_t key) { return key & ((1u << kPairBits) - 1); }
  static std::uint64_t cell_of(std::uint64_t key) { return key >> kPairBits; }

  std::size_t pairs() const { return pairs_.size(); }
  std::uint64_t name_code(std::uint32_t pair) const { return pairs_[pair].name_code; }
  bool is_on_solid(std::uint32_t pair) const { return pairs_[pair].is_on_solid; }
  double edge(std::uint32_t pair) const { return pairs_[pair].edge; }  // [m]  of a cell
  Vec3 corner(std::uint64_t key) const;                                // [m]  the lowest of its cell

  std::vector<std::int32_t> met() const;            // pairs of objects in the order of their numbers
  void meet(const std::vector<std::int32_t>& met);  // gives them those numbers again

 private:
  struct Pair {
    std::int32_t first = 0, second = 0;
    std::uint64_t name_code = 0;
    bool is_on_solid = false;
    double edge = 0, per_edge = 0;  // [m], [1/m]
  };
  static constexpr int kCellBits = 17;  // of a cell's number along an axis
  static constexpr std::int64_t kHalfGrid = std::int64_t{1} << (kCellBits - 1);

  std::size_t place_of(std::int32_t first, std::int32_t second) const {  // in pair_table_
    return static_cast<std::size_t>(first) * objects_.names.size() + static_cast<std::size_t>(second);
  }
  std::uint32_t add_pair(std::int32_t first, std::int32_t second);
  [[noreturn]] static void throw_too_far(const ListedCollision& collision, double edge);

  double cell_;  // [m]
  ListedObjects objects_;
  std::vector<Pair> pairs_;
  std::vector<std::int32_t> pair_table_;  // by first * objects + second; -1: not met yet
};

}  // namespace resound
