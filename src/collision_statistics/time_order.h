#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "collision_file/listed_collision.h"

namespace resound {

// Puts the collisions of a window into the order of time; in linear time where they are spread over it.
class TimeOrder {
 public:
  // The window begins at `begin` and lasts `length` [s].
  void sort(std::span<const std::vector<ListedCollision>> parts, double begin, double length,
            std::vector<ListedCollision>& ordered);

 private:
  std::vector<std::uint32_t> next_, bins_;
};

}  // namespace resound
