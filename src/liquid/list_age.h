#pragma once
#include <cstdint>
#include <vector>

#include "liquid/drift.h"

namespace resound {

// Whether lists of neighbours still hold all who are near each other. What counts is how much nearer two have come, and
// that only where they are near: blocks of rows that flow along together, however fast, keep their lists.
class ListAge {
 public:
  // Lists reach `margin` farther than the kernel, which reaches `kernel`; lists of walls `wall_margin`. [m]
  ListAge(double kernel, double margin, double wall_margin, double spacing);

  // Lists are made for rows at these places, in blocks. Where space repeats, all blocks are near each other.
  void begin(const std::vector<Vec3>& places, bool space_repeats);  // [m]

  // How far each block has drifted since, and walls have gone. [m]
  bool are_old(const std::vector<Drift>& drifts, double wall_way) const;

 private:
  struct Pair {
    std::uint32_t a = 0, b = 0;
  };
  double reach_, margin_, wall_margin_, far_;  // [m]
  std::vector<Pair> near_;                     // blocks nearer to each other than reach_ + far_; each is near itself
};

}  // namespace resound
