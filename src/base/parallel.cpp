#include "base/parallel.h"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <thread>

namespace resound {

void parallel_for(std::size_t count, const std::function<void(std::size_t)>& body) {
  if (count == 1) return body(0);
  tbb::parallel_for(std::size_t{0}, count, body);
}

int thread_limit() {
  return std::max(1, static_cast<int>(tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism)));
}

ThreadLimit::ThreadLimit(int threads) : control_(nullptr) {
  const std::size_t wanted = threads > 0 ? static_cast<std::size_t>(threads) : std::thread::hardware_concurrency();
  control_ = new tbb::global_control(tbb::global_control::max_allowed_parallelism, wanted);
}

ThreadLimit::~ThreadLimit() { delete static_cast<tbb::global_control*>(control_); }

}  // namespace resound
