#include "solid/velocity_lists.h"

#include <algorithm>
#include <cassert>

namespace resound {
namespace {

bool goes_on(const VelocityLists::Stretch& before, const VelocityLists::Stretch& next) {
  return before.list == next.list && (!next.list || before.slot + (before.end - before.first) == next.slot);
}

}  // namespace

VelocityLists::VelocityLists(std::span<const StepWork::Part> parts, const std::vector<std::vector<int>>& lists)
    : stretches_(parts.size()), parts_of_list_(lists.size(), {parts.size(), 0}), frames_(lists.size()) {
  std::vector<Stretch> of_node;  // alone
  for (std::size_t node = 0; node < parts.back().end; ++node) of_node.push_back({node, node + 1, std::nullopt, 0});
  for (std::size_t list = 0; list < lists.size(); ++list) {
    frame_size_.push_back(3 * lists[list].size());
    for (std::size_t slot = 0; slot < lists[list].size(); ++slot) {
      const auto node = static_cast<std::size_t>(lists[list][slot]);
      assert(!of_node[node].list);
      of_node[node] = {node, node + 1, list, slot};
      const std::size_t part = StepWork::part_with(parts, node);
      PartRange& range = parts_of_list_[list];
      range = {std::min(range.first, part), std::max(range.end, part + 1)};
    }
  }
  for (std::size_t part = 0; part < parts.size(); ++part)
    for (std::size_t node = parts[part].first; node < parts[part].end; ++node) {
      std::vector<Stretch>& stretches = stretches_[part];
      if (!stretches.empty() && goes_on(stretches.back(), of_node[node]))
        ++stretches.back().end;
      else
        stretches.push_back(of_node[node]);
    }
}

float* VelocityLists::place(const Stretch& stretch, int frame) const {
  if (!stretch.list) return nullptr;
  return frames_[*stretch.list] + static_cast<std::size_t>(frame) * frame_size_[*stretch.list] + 3 * stretch.slot;
}

void VelocityLists::assign(std::span<const StepShare> shares) {
  divided_.clear();
  of_share_.assign(shares.size(), {});
  for (std::size_t list = 0; list < parts_of_list_.size(); ++list) {
    const auto [first, end] = parts_of_list_[list];
    bool is_divided = true;
    for (std::size_t i = 0; i < shares.size(); ++i)
      if (shares[i].first_part <= first && end <= shares[i].end_part) {
        of_share_[i].push_back(list);
        if (i > 0) is_divided = false;
      }
    if (is_divided) divided_.push_back(list);
  }
}

}  // namespace resound
