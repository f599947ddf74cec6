#pragma once
#include <stop_token>
#include <thread>

namespace resound {

// Ctrl-C (or a polite kill) asks the render to stop and keep what it has; a second one ends the program at once.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  std::stop_token token() const { return stop_.get_token(); }

 private:
  std::stop_source stop_;
  std::thread waiter_;  // signals are taken here, where everything is allowed, and not in a handler
};

}  // namespace resound
