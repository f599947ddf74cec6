#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "solid/step_shares.h"

namespace resound {

// Nodes whose velocities are written down, list by list, by whoever moves them:
//   [m/s]  [frame][3 * node of the list], in floats
// No node is in two lists, or twice in one.
class VelocityLists {
 public:
  // Nodes that follow each other, in their list as well if they are in one.
  struct Stretch {
    std::size_t first = 0, end = 0;
    std::optional<std::size_t> list;
    std::size_t slot = 0;  // of the first
  };

  VelocityLists() = default;
  VelocityLists(std::span<const StepWork::Part> parts, const std::vector<std::vector<int>>& lists);

  void write_to(std::size_t list, float* frames) { frames_[list] = frames; }
  std::span<const Stretch> stretches(std::size_t part) const { return stretches_[part]; }
  // Where the velocities of a stretch go; nowhere, if they are in no list.
  float* place(const Stretch& stretch, int frame) const;

  // Which lists a share writes alone, and which none of several does. The first share is everything.
  void assign(std::span<const StepShare> shares);
  std::span<const std::size_t> of_share(std::size_t share) const { return of_share_[share]; }
  std::span<const std::size_t> divided() const { return divided_; }

 private:
  struct PartRange {
    std::size_t first = 0, end = 0;
  };

  std::vector<std::vector<Stretch>> stretches_;  // of each part: all of its nodes
  std::vector<PartRange> parts_of_list_;         // one a list, like the next two
  std::vector<std::size_t> frame_size_;          // numbers of a frame
  std::vector<float*> frames_;
  std::vector<std::vector<std::size_t>> of_share_;
  std::vector<std::size_t> divided_;
};

}  // namespace resound
