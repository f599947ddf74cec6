#include "base/spin_team.h"

#include <algorithm>
#include <exception>

namespace resound {
namespace {

constexpr std::uint64_t kParts = 0xFFFFFFFF;  // the lower half of open_
constexpr int kPatience = 300;                // looks before the caller gives up its turn: some ten microseconds
constexpr int kIdleLooks = 3000;              // before a helper sleeps: some hundred microseconds
constexpr int kRunsAlone = 4096;              // after a wait that was too long: tens of milliseconds

void breathe() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace

SpinTeam::SpinTeam(int threads) {
  for (int i = 1; i < threads; ++i) helpers_.emplace_back([this] { help(); });
}

SpinTeam::~SpinTeam() {
  stop_ = true;
  {
    const std::lock_guard lock(mutex_);
    awake_.notify_all();
  }
  for (std::thread& helper : helpers_) helper.join();
}

void SpinTeam::run(std::size_t parts, const Work& work, const std::function<void()>& first) {
  if (helpers_.empty() || alone_ > 0 || parts < 2) {
    alone_ = std::max(0, alone_ - 1);
    if (first) first();
    for (std::size_t part = 0; part < parts; ++part) work(part);
    return;
  }
  work_ = &work;
  done_.store(0, std::memory_order_relaxed);
  const std::uint64_t run = (open_.load(std::memory_order_relaxed) >> 32) + 1;
  open_.store(run << 32 | parts);
  if (asleep_.load() > 0) wake();
  std::exception_ptr trouble;  // helpers may be at work: they are waited for all the same
  try {
    if (first) first();
  } catch (...) {
    trouble = std::current_exception();
  }
  while (take_part()) {
  }
  wait_for(parts);
  if (trouble) std::rethrow_exception(trouble);
}

bool SpinTeam::take_part() {
  std::uint64_t open = open_.load(std::memory_order_relaxed);
  while ((open & kParts) > 0) {
    if (!open_.compare_exchange_weak(open, open - 1, std::memory_order_acq_rel, std::memory_order_relaxed)) continue;
    (*work_)((open & kParts) - 1);
    done_.fetch_add(1, std::memory_order_release);
    return true;
  }
  return false;
}

void SpinTeam::wait_for(std::size_t parts) {
  int looks = 0;
  while (done_.load(std::memory_order_acquire) < parts) {
    if (++looks < kPatience) {
      breathe();
    } else {  // the helper has been stopped in the middle of a part
      alone_ = kRunsAlone;
      std::this_thread::yield();
    }
  }
}

void SpinTeam::help() {
  int looks = 0;
  while (!stop_.load(std::memory_order_relaxed)) {
    if (take_part()) {
      looks = 0;
    } else if (++looks < kIdleLooks) {
      breathe();
    } else {
      sleep();
      looks = 0;
    }
  }
}

void SpinTeam::sleep() {
  std::unique_lock lock(mutex_);
  ++asleep_;
  if (!stop_ && (open_.load() & kParts) == 0) awake_.wait(lock);
}

void SpinTeam::wake() {
  const std::lock_guard lock(mutex_);
  asleep_ = 0;  // said once; who is slow to wake is not called again
  awake_.notify_all();
}

}  // namespace resound
