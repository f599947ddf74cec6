#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace resound {

// Threads for work that lasts microseconds and comes again at once. Each thread, the caller included, begins with the
// same stretch of the parts every time, so that what it wrote last is still near it, and then helps the others. The
// caller waits only for parts that somebody has begun: a helper that the system does not let run holds nobody up.
// Helpers wait in a short loop, then sleep; on a crowded machine the caller goes on alone for a while.
//
// Each part writes its own results, so that it does not matter who computes it.
class SpinTeam {  // NOLINT(clang-analyzer-optin.performance.Padding): what two threads write lies on lines of its own
 public:
  explicit SpinTeam(int threads);  // the caller included
  ~SpinTeam();
  SpinTeam(const SpinTeam&) = delete;
  SpinTeam& operator=(const SpinTeam&) = delete;

  // Runs work(0) … work(parts - 1) in any order. The caller does `first` before it joins in, if there is one. Parts
  // must not throw.
  using Work = std::function<void(std::size_t)>;
  void run(std::size_t parts, const Work& work, const std::function<void()>& first = {});

  // The same for parts that may last, which is no sign of a crowd.
  void run_long(std::size_t parts, const Work& work);

  // Runs work(0) here and work(1) … work(threads - 1) on as many helpers, all at the same time: parts may wait for each
  // other. False if helpers are not at hand within a hundred microseconds; nothing has been run then. Parts must not
  // throw.
  bool run_abreast(std::size_t threads, const Work& work);

  // Somebody else needs the processors: the caller goes on alone for some milliseconds, the longer the more often it
  // was so.
  void crowded();

  bool is_busy() const { return is_busy_; }  // to be asked by the caller alone
  int threads() const { return static_cast<int>(helpers_.size()) + 1; }

 private:
  // The parts of one thread. Number of the run in the upper half, parts not yet taken in the lower: one exchange takes
  // a part of this very run. On a line of the cache of its own.
  struct alignas(64) Stretch {
    std::atomic<std::uint64_t> open{0};
  };

  using Clock = std::chrono::steady_clock;

  bool goes_alone();
  std::size_t begin_of(std::size_t stretch) const { return stretch * parts_ / stretches_.size(); }
  bool work_through(std::size_t stretch);
  bool work_through_all(std::size_t own);
  void help(std::size_t own);
  bool is_idle() const;
  void sleep();
  void wake();
  void hand_out(std::size_t parts, const Work& work);
  int wait_for(std::size_t parts);

  std::vector<Stretch> stretches_;                // one a thread; the caller's is the first
  alignas(64) std::atomic<std::size_t> done_{0};  // parts of this run
  // Of this run; whoever has taken a part may read them.
  alignas(64) const Work* work_ = nullptr;
  std::size_t parts_ = 0;
  std::atomic<bool> stop_{false};
  std::atomic<int> asleep_{0};
  std::mutex mutex_;
  std::condition_variable awake_;
  bool is_busy_ = false;
  bool is_alone_ = false;
  Clock::time_point alone_until_{};
  Clock::duration alone_for_{};    // when it was crowded last
  Clock::time_point called_at_{};  // when sleepers were called last
  std::vector<std::thread> helpers_;
};

}  // namespace resound
