#include "collision_statistics/collision_groups.h"

#include <algorithm>

namespace resound {
namespace {

constexpr std::uint64_t kFree = ~std::uint64_t{0};  // no key
constexpr std::size_t kLeastSlots = 256;

}  // namespace

void CollisionWindow::ungroup() {
  order.clear();
  groups.clear();
  of_pair.clear();
  is_grouped = false;
}

void CollisionWindow::clear() {
  collisions.clear();
  ungroup();
}

void CollisionWindow::archive(StateArchive& state) {
  state.fields(collisions);
  if (state.is_loading()) ungroup();
}

void GroupTable::empty(std::size_t slots) {
  slot_key_.assign(slots, kFree);
  slot_group_.resize(slots);
}

std::size_t GroupTable::slot_of(std::uint64_t key) const {
  const std::size_t last = slot_key_.size() - 1;
  std::size_t slot = (key * 0x9E3779B97F4A7C15u >> 32) & last;
  while (slot_key_[slot] != kFree && slot_key_[slot] != key) slot = (slot + 1) & last;
  return slot;
}

void GroupTable::put(std::uint64_t key, std::uint32_t group) {
  const std::size_t slot = slot_of(key);
  slot_key_[slot] = key, slot_group_[slot] = group;
}

void GroupTable::group(CollisionWindow& window, CellKeys& keys) {
  if (window.is_grouped) return;
  window.is_grouped = true;
  const std::size_t size = window.collisions.size();
  std::vector<CollisionGroup>& groups = window.groups;
  group_of_.resize(size);
  empty(kLeastSlots);
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint64_t key = keys.key_of(window.collisions[i]);
    const std::size_t slot = slot_of(key);
    if (slot_key_[slot] == key) {
      group_of_[i] = slot_group_[slot];
    } else {
      group_of_[i] = static_cast<std::uint32_t>(groups.size());
      groups.push_back({key, group_of_[i], 0});  // `first` is its number until they are sorted
      if (2 * groups.size() > slot_key_.size()) {
        empty(2 * slot_key_.size());
        for (const CollisionGroup& group : groups) put(group.key, group.first);
      } else {
        put(key, group_of_[i]);
      }
    }
    ++groups[group_of_[i]].count;
  }
  std::ranges::sort(groups, {}, &CollisionGroup::key);
  next_.resize(groups.size());
  window.of_pair.assign(keys.pairs(), 0);
  std::uint32_t first = 0;
  for (CollisionGroup& group : groups) {
    next_[group.first] = first;
    group.first = first;
    first += group.count;
    window.of_pair[CellKeys::pair_of(group.key)] += group.count;
  }
  window.order.resize(size);
  for (std::size_t i = 0; i < size; ++i) window.order[next_[group_of_[i]]++] = static_cast<std::uint32_t>(i);
}

}  // namespace resound
