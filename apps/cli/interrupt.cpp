#include "interrupt.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "base/error.h"

namespace resound {
namespace {

sigset_t stop_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGUSR1);  // our own: the waiter may go home
  return signals;
}

}  // namespace

Interrupt::Interrupt() {
  const sigset_t signals = stop_signals();
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);  // inherited by every thread started later
  waiter_ = std::thread([this, signals] {
    for (int signal = 0; sigwait(&signals, &signal) == 0 && signal != SIGUSR1;)
      if (!render_runs_ || !stop_.request_stop()) _exit(static_cast<int>(ExitCode::cancelled));
  });
}

Interrupt::~Interrupt() {
  pthread_kill(waiter_.native_handle(), SIGUSR1);
  waiter_.join();
}

}  // namespace resound
