#pragma once
#include <cstdint>
#include <vector>

#include "base/state_archive.h"
#include "collision_statistics/cell_keys.h"

namespace resound {

// The collisions of a window between two objects in one cell.
struct CollisionGroup {
  std::uint64_t key = 0;               // of the cell and the pair
  std::uint32_t first = 0, count = 0;  // of the window's order
};

// The collisions of a window of time.
struct CollisionWindow {
  std::vector<ListedCollision> collisions;  // as they came
  std::vector<std::uint32_t> order;         // by group; of a window that is grouped
  std::vector<CollisionGroup> groups;       // by key
  std::vector<double> of_pair;              // counts
  bool is_grouped = false;

  double count_of(std::size_t pair) const { return pair < of_pair.size() ? of_pair[pair] : 0; }
  void ungroup();
  void clear();
  void archive(StateArchive& state);
};

// Sorts the collisions of windows into groups by a table of keys, which grows with their number; then the groups, which
// are few, by their keys.
class GroupTable {
 public:
  void group(CollisionWindow& window, CellKeys& keys);

 private:
  void empty(std::size_t slots);
  std::size_t slot_of(std::uint64_t key) const;  // that of the key, or a free one
  void put(std::uint64_t key, std::uint32_t group);

  std::vector<std::uint64_t> slot_key_;
  std::vector<std::uint32_t> slot_group_, group_of_, next_;
};

}  // namespace resound
