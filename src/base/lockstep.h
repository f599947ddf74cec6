#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace resound {

// How far each of several threads has got that work side by side and now and then need what another has written.
// Whoever has waited for a mark sees all that was written before the mark was reached.
class Lockstep {
 public:
  explicit Lockstep(std::size_t marks) : marks_(marks) {}

  void reach(std::size_t mark, std::int64_t stage) { marks_[mark].stage.store(stage, std::memory_order_release); }
  bool has_reached(std::size_t mark, std::int64_t stage) const {
    return marks_[mark].stage.load(std::memory_order_acquire) >= stage;
  }
  // False if all have been told to leave.
  bool wait(std::size_t mark, std::int64_t stage);
  bool wait_for_all(std::int64_t stage);

  void leave() { is_left_.store(true, std::memory_order_relaxed); }
  void begin();           // nobody waits, all marks at zero
  bool was_slow() const;  // somebody had to wait for longer than the work itself should take

 private:
  struct alignas(64) Mark {  // on a line of the cache of its own
    std::atomic<std::int64_t> stage{0};
  };

  std::vector<Mark> marks_;
  alignas(64) std::atomic<bool> is_left_{false};
  std::atomic<bool> is_slow_{false};
};

}  // namespace resound
