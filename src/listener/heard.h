#pragma once
#include <span>
#include <vector>

#include "base/clock.h"

namespace resound {

// What the ears of the scene got during one block, in pascals.
struct Heard {
  SampleIndex first = 0;  // may be negative at the start of a render
  int count = 0;
  std::vector<std::span<const double>> channels;            // [Pa]  one an ear
  std::vector<std::vector<std::span<const double>>> stems;  // [object that can sound][channel]; empty unless asked for
};

}  // namespace resound
