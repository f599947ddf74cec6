#pragma once
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace resound {

// Threads for work that lasts microseconds and comes again at once. Parts are taken by whoever is free, the caller
// included, and the caller waits only for parts that somebody has begun: a helper that the system does not let run
// holds nobody up. Helpers wait in a short loop, then sleep; on a crowded machine the caller goes on alone for a while.
//
// Each part writes its own results, so that it does not matter who computes it.
class SpinTeam {
 public:
  explicit SpinTeam(int threads);  // the caller included
  ~SpinTeam();
  SpinTeam(const SpinTeam&) = delete;
  SpinTeam& operator=(const SpinTeam&) = delete;

  // Runs work(0) … work(parts - 1) in any order. The caller does `first` before it joins in, if there is one. Parts
  // must not throw.
  using Work = std::function<void(std::size_t)>;
  void run(std::size_t parts, const Work& work, const std::function<void()>& first = {});

  int threads() const { return static_cast<int>(helpers_.size()) + 1; }

 private:
  bool take_part();
  void help();
  void sleep();
  void wake();
  void wait_for(std::size_t parts);

  // Number of the run in the upper half, parts not yet taken in the lower: one exchange takes a part of this very run.
  std::atomic<std::uint64_t> open_{0};
  std::atomic<std::size_t> done_{0};  // parts of this run
  const Work* work_ = nullptr;        // of this run; whoever has taken a part may read it
  std::atomic<bool> stop_{false};
  std::atomic<int> asleep_{0};
  std::mutex mutex_;
  std::condition_variable awake_;
  int alone_ = 0;  // runs to go without helpers
  std::vector<std::thread> helpers_;
};

}  // namespace resound
