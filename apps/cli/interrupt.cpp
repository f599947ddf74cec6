#include "interrupt.h"

#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>

#include "base/error.h"

namespace resound {
namespace {

// A handler may do next to nothing; it wakes a thread that does the rest. A handler, and not a blocked signal, because
// libraries start threads before main() that block nothing.
sem_t wake;

void on_signal(int) {
  const int error = errno;
  sem_post(&wake);
  errno = error;
}

}  // namespace

Interrupt::Interrupt() {
  sem_init(&wake, 0, 0);
  waiter_ = std::thread([this] {
    for (;;) {
      while (sem_wait(&wake) != 0) {
      }
      if (is_over_) return;
      if (!render_runs_ || !stop_.request_stop()) _exit(static_cast<int>(ExitCode::cancelled));
    }
  });
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

Interrupt::~Interrupt() {
  signal(SIGINT, SIG_DFL);
  signal(SIGTERM, SIG_DFL);
  is_over_ = true;
  sem_post(&wake);
  waiter_.join();
}

}  // namespace resound
