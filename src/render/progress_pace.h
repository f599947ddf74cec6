#pragma once
#include <chrono>

namespace resound {

// Progress is shown ten times a second, however often there would be something to say.
class ProgressPace {
 public:
  bool is_due() {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::milliseconds(100)) return false;
    last_ = now;
    return true;
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now() - std::chrono::hours(1);
};

}  // namespace resound
