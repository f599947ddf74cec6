#pragma once
#include <cstddef>
#include <functional>
#include <memory>

namespace resound {

class SpinTeam;

// Runs body(0) … body(count - 1), perhaps on several threads. To keep a render's bits independent of the number of
// threads, each index writes its own result and the caller sums the results in order.
void parallel_for(std::size_t count, const std::function<void(std::size_t)>& body);

// The threads of those who work in microseconds, thread_limit() of them; empty if that is one. While somebody on this
// thread holds them, its parallel_for() uses them as well: two sets of threads would take the processors from each
// other.
std::shared_ptr<SpinTeam> close_team();

int thread_limit();  // threads that may work now, the caller included; at least one

// Limits the threads of everything inside its lifetime; 0 means all cores.
class ThreadLimit {
 public:
  explicit ThreadLimit(int threads);
  ~ThreadLimit();
  ThreadLimit(const ThreadLimit&) = delete;
  ThreadLimit& operator=(const ThreadLimit&) = delete;

 private:
  void* control_;
};

}  // namespace resound
