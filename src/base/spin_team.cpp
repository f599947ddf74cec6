#include "base/spin_team.h"

#include <algorithm>
#include <cassert>
#include <exception>

#include "base/spin.h"

namespace resound {
namespace {

constexpr std::uint64_t kParts = 0xFFFFFFFF;  // the lower half of Stretch::open
// Looks until helpers stand ready: a hundred microseconds, about what is lost by going alone.
constexpr int kPatience = 3000;
constexpr int kPartPatience = 6000;  // looks until a part that was begun must be done: some two hundred
constexpr int kIdleLooks = 3000;     // before a helper lets others go first: some hundred microseconds
constexpr int kIdleYields = 2000;    // before it sleeps: a millisecond or two
constexpr std::chrono::milliseconds kAlone{1}, kMostAlone{16};  // after waits that were too long
constexpr int kWaking = 6000;                    // looks that it takes a sleeper to come: some two hundred microseconds
constexpr std::chrono::milliseconds kComing{5};  // it may take longer if the processor has gone to sleep as well
constexpr int kGlance = 32;                      // looks at one's own stretch for each at the others'

}  // namespace

SpinTeam::SpinTeam(int threads) : stretches_(static_cast<std::size_t>(threads)) {
  for (std::size_t i = 1; i < stretches_.size(); ++i) helpers_.emplace_back([this, i] { help(i); });
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
  if (helpers_.empty() || parts < 2 || goes_alone()) {
    if (first) first();
    for (std::size_t part = 0; part < parts; ++part) work(part);
    return;
  }
  hand_out(parts, work);
  std::exception_ptr trouble;  // helpers may be at work: they are waited for all the same
  try {
    if (first) first();
  } catch (...) {
    trouble = std::current_exception();
  }
  work_through_all(0);
  if (wait_for(parts) > kPartPatience) crowded();
  if (trouble) std::rethrow_exception(trouble);
}

void SpinTeam::run_long(std::size_t parts, const Work& work) {
  hand_out(parts, work);
  work_through_all(0);
  wait_for(parts);
}

void SpinTeam::hand_out(std::size_t parts, const Work& work) {
  assert(!is_busy_);
  is_busy_ = true;
  work_ = &work;
  parts_ = parts;
  done_.store(0, std::memory_order_relaxed);
  for (std::size_t i = stretches_.size(); i-- > 0;) {  // the caller's own last: helpers begin at once
    const std::uint64_t run = (stretches_[i].open.load(std::memory_order_relaxed) >> 32) + 1;
    stretches_[i].open.store(run << 32 | (begin_of(i + 1) - begin_of(i)));
  }
  if (asleep_.load() > 0) wake();
}

// Each helper takes one part and stands before the gate; when all do, it opens.
bool SpinTeam::run_abreast(std::size_t threads, const Work& work) {
  assert(threads <= stretches_.size());
  if (threads < 2 || goes_alone()) return false;
  enum Gate { closed, open, cancelled };
  std::atomic<Gate> gate{closed};
  const Work behind_gate = [&](std::size_t part) {
    while (gate.load(std::memory_order_acquire) == closed) breathe();
    if (gate.load(std::memory_order_relaxed) == open) work(part);
  };
  work_ = &behind_gate;
  assert(!is_busy_);
  is_busy_ = true;
  parts_ = stretches_.size();  // one a stretch
  done_.store(0, std::memory_order_relaxed);
  for (std::size_t i = 1; i < threads; ++i) {
    const std::uint64_t run = (stretches_[i].open.load(std::memory_order_relaxed) >> 32) + 1;
    stretches_[i].open.store(run << 32 | 1);
  }
  const bool is_asleep = asleep_.load() > 0;
  if (is_asleep) wake();
  const int patience = is_asleep ? kWaking : kPatience;
  for (int looks = 0; looks < patience && !is_idle(); ++looks) breathe();

  std::size_t standing = threads - 1;
  for (std::size_t i = 1; i < threads; ++i) {  // parts that nobody has taken are withdrawn
    std::uint64_t now = stretches_[i].open.load(std::memory_order_relaxed);
    while ((now & kParts) > 0)
      if (stretches_[i].open.compare_exchange_weak(now, now - 1, std::memory_order_acq_rel)) {
        --standing;
        break;
      }
  }
  const bool are_all_there = standing == threads - 1;
  gate.store(are_all_there ? open : cancelled, std::memory_order_release);
  if (are_all_there) work(0);
  const int waited = wait_for(standing);
  if (are_all_there) return true;  // how long parts last that wait for each other, the caller knows best
  // Who is still on the way is no sign of a crowd: to be alone until it sleeps again would have no end.
  if (waited > kPartPatience || Clock::now() - called_at_ > kComing) crowded();
  return false;
}

// Twice as long as the last time, unless that was long ago. A thread that has lost its processor gets it back after a
// few milliseconds: to be alone for much longer would cost more than to wait.
void SpinTeam::crowded() {
  const Clock::time_point now = Clock::now();
  const bool was_long_ago = now - alone_until_ > 8 * alone_for_;
  alone_for_ = was_long_ago ? kAlone : std::min<Clock::duration>(2 * alone_for_, kMostAlone);
  alone_until_ = now + alone_for_;
  is_alone_ = true;
}

bool SpinTeam::goes_alone() {
  if (is_alone_) is_alone_ = Clock::now() < alone_until_;
  return is_alone_;
}

// Whether there was anything left to do.
bool SpinTeam::work_through(std::size_t stretch) {
  std::atomic<std::uint64_t>& open = stretches_[stretch].open;
  std::size_t done = 0;
  std::uint64_t now = open.load(std::memory_order_relaxed);
  while ((now & kParts) > 0) {
    if (!open.compare_exchange_weak(now, now - 1, std::memory_order_acq_rel, std::memory_order_relaxed)) continue;
    (*work_)(begin_of(stretch) + (now & kParts) - 1);
    ++done;
    now = open.load(std::memory_order_relaxed);
  }
  if (done > 0) done_.fetch_add(done, std::memory_order_release);
  return done > 0;
}

bool SpinTeam::work_through_all(std::size_t own) {
  bool any = false;
  for (std::size_t i = 0; i < stretches_.size(); ++i) any = work_through((own + i) % stretches_.size()) || any;
  return any;
}

// Returns how often it looked.
int SpinTeam::wait_for(std::size_t parts) {
  int looks = 0;
  for (; done_.load(std::memory_order_acquire) < parts; ++looks)
    if (looks < kPartPatience)
      breathe();
    else  // the helper has been stopped in the middle of a part, or the part is long
      std::this_thread::yield();
  is_busy_ = false;
  return looks;
}

void SpinTeam::help(std::size_t own) {
  int looks = 0;
  while (!stop_.load(std::memory_order_relaxed)) {
    const bool is_mine = (stretches_[own].open.load(std::memory_order_relaxed) & kParts) > 0;
    if ((is_mine || looks % kGlance == kGlance - 1) && work_through_all(own)) {
      looks = 0;
    } else if (++looks < kIdleLooks) {
      breathe();
    } else if (looks < kIdleLooks + kIdleYields) {
      std::this_thread::yield();
    } else {
      sleep();
      looks = 0;
    }
  }
}

bool SpinTeam::is_idle() const {
  return std::ranges::all_of(stretches_, [](const Stretch& s) { return (s.open.load() & kParts) == 0; });
}

void SpinTeam::sleep() {
  std::unique_lock lock(mutex_);
  ++asleep_;
  if (!stop_ && is_idle()) awake_.wait(lock);
}

void SpinTeam::wake() {
  called_at_ = Clock::now();
  const std::lock_guard lock(mutex_);
  asleep_ = 0;  // said once; who is slow to wake is not called again
  awake_.notify_all();
}

}  // namespace resound
