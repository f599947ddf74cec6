#include "solid/velocity_lists.h"

#include <algorithm>

#include "solid/step_kernel.h"

namespace resound {

VelocityLists::VelocityLists(std::span<const StepWork::Part> parts, const std::vector<std::vector<int>>& lists)
    : runs_(parts.size()), frames_(lists.size()) {
  for (std::size_t list = 0; list < lists.size(); ++list) {
    frame_size_.push_back(3 * lists[list].size());
    Stretch& stretch = parts_of_list_.emplace_back(Stretch{parts.size(), 0});
    for (std::size_t slot = 0; slot < lists[list].size(); ++slot) {
      const auto node = static_cast<std::size_t>(lists[list][slot]);
      const std::size_t part = StepWork::part_with(parts, node);
      stretch = {std::min(stretch.first, part), std::max(stretch.end, part + 1)};
      std::vector<Run>& runs = runs_[part];
      const bool goes_on = !runs.empty() && runs.back().list == list && runs.back().slot + runs.back().count == slot &&
                           runs.back().node + runs.back().count == node;
      if (goes_on)
        ++runs.back().count;
      else
        runs.push_back({node, list, slot, 1});
    }
  }
}

void VelocityLists::write_down(std::size_t part, int step, const double* velocity) const {
  if (runs_.empty()) return;
  for (const Run& run : runs_[part]) {
    float* to = frames_[run.list] + static_cast<std::size_t>(step) * frame_size_[run.list] + 3 * run.slot;
    round_vectors(velocity + kNodeStride * run.node, run.count, to);
  }
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
