#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "solid/step_shares.h"

namespace resound {

// Nodes whose velocities are written down at each step, list by list, by whoever moves them:
//   [m/s]  [step][3 * node of the list], in floats
class VelocityLists {
 public:
  VelocityLists() = default;
  VelocityLists(std::span<const StepWork::Part> parts, const std::vector<std::vector<int>>& lists);

  void write_to(std::size_t list, float* frames) { frames_[list] = frames; }
  // `velocity`: rows of all nodes, of which those of the part are looked at.
  void write_down(std::size_t part, int step, const double* velocity) const;

  // Which lists a share writes alone, and which none of several does. The first share is everything.
  void assign(std::span<const StepShare> shares);
  std::span<const std::size_t> of_share(std::size_t share) const { return of_share_[share]; }
  std::span<const std::size_t> divided() const { return divided_; }

 private:
  struct Run {  // nodes that follow each other in the list as well
    std::size_t node = 0, list = 0, slot = 0, count = 0;
  };
  struct Stretch {  // of the parts
    std::size_t first = 0, end = 0;
  };

  std::vector<std::vector<Run>> runs_;   // one a part
  std::vector<Stretch> parts_of_list_;   // one a list, like the next two
  std::vector<std::size_t> frame_size_;  // numbers a step
  std::vector<float*> frames_;
  std::vector<std::vector<std::size_t>> of_share_;
  std::vector<std::size_t> divided_;
};

}  // namespace resound
