#pragma once
#include <atomic>
#include <stop_token>
#include <thread>

namespace resound {

// Ctrl-C, or a polite kill. While a render runs it is asked to stop and keep what it has; at any other time, and the
// second time, the program ends at once. Either way the exit code is 7, and no output is left half-written.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  std::stop_token token() const { return stop_.get_token(); }
  void let_render_stop(bool running) { render_runs_ = running; }

 private:
  std::stop_source stop_;
  std::atomic<bool> render_runs_ = false;
  std::atomic<bool> is_over_ = false;
  std::thread waiter_;  // a signal's handler wakes it: here everything is allowed
};

}  // namespace resound
