#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "solid/step_shares.h"

namespace resound {

// Threads that wait for each other at each step are as fast as the slowest, and the processors of a machine that is
// shared with others change their speed from one hundredth of a second to the next. Learns how fast each is, so that it
// can be given as much to do.
class ShareBalance {
 public:
  explicit ShareBalance(std::size_t threads) : speeds_(threads), busy_(threads) {}

  // Some steps have been taken; each thread has worked on its share for so long, waiting left out. [s]
  // Gives new cuts if they are worth the while.
  std::optional<std::vector<std::size_t>> learn(const StepWork& work, std::span<const StepShare> shares, int steps,
                                                std::span<const double> busy);

 private:
  std::vector<double> speeds_;  // [cost/s]
  int steps_ = 0;               // since it looked last
  std::vector<double> busy_;    // [s]  likewise
};

}  // namespace resound
