#include "base/parallel.h"

#include <tbb/global_control.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>

#include "base/spin_team.h"

namespace resound {
namespace {

thread_local std::weak_ptr<SpinTeam> team_of_this_thread;
thread_local bool is_inside_part = false;  // of such a team: what is parallel within is done one after the other

void run_on(SpinTeam& team, std::size_t count, const std::function<void(std::size_t)>& body) {
  std::exception_ptr trouble;  // the first that is told
  std::atomic_flag is_told;
  team.run_long(count, [&](std::size_t part) {
    is_inside_part = true;
    try {
      body(part);
    } catch (...) {
      if (!is_told.test_and_set()) trouble = std::current_exception();
    }
    is_inside_part = false;
  });
  if (trouble) std::rethrow_exception(trouble);
}

}  // namespace

void parallel_for(std::size_t count, const std::function<void(std::size_t)>& body) {
  const std::shared_ptr<SpinTeam> team = team_of_this_thread.lock();
  if (count == 1 || is_inside_part || (team && team->is_busy())) {
    for (std::size_t i = 0; i < count; ++i) body(i);
    return;
  }
  if (team) return run_on(*team, count, body);
  tbb::parallel_for(std::size_t{0}, count, body);
}

std::shared_ptr<SpinTeam> close_team() {
  if (thread_limit() < 2) return nullptr;
  std::shared_ptr<SpinTeam> team = team_of_this_thread.lock();
  if (!team || team->threads() != thread_limit())
    team_of_this_thread = team = std::make_shared<SpinTeam>(thread_limit());
  return team;
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
