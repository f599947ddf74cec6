#include "base/lockstep.h"

#include <thread>

#include "base/spin.h"

namespace resound {
namespace {

constexpr int kLooks = 20000;  // half a millisecond; a processor that is given to somebody else is lost for more

}  // namespace

void Lockstep::begin() {
  for (Mark& mark : marks_) mark.stage.store(0, std::memory_order_relaxed);
  is_left_ = false;
  is_slow_ = false;
}

bool Lockstep::was_slow() const { return is_slow_; }

bool Lockstep::wait(std::size_t mark, std::int64_t stage) {
  int looks = 0;
  while (!has_reached(mark, stage)) {
    if (is_left_.load(std::memory_order_relaxed)) return false;
    if (++looks < kLooks) {
      breathe();
    } else {
      is_slow_ = true;
      std::this_thread::yield();
    }
  }
  return true;
}

bool Lockstep::wait_for_all(std::int64_t stage) {
  for (std::size_t mark = 0; mark < marks_.size(); ++mark)
    if (!wait(mark, stage)) return false;
  return true;
}

}  // namespace resound
