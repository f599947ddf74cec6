#pragma once
#include <sys/types.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace resound {

// Another program, started with an argument vector and never through a shell, so that no file name can become a
// command. It runs in a process group of its own: Ctrl-C reaches us alone, and what was already handed over is still
// finished. If we are killed, its input ends and it finishes by itself.
class ChildProcess {
 public:
  enum class Input { none, piped };

  // arguments[0] is looked up in PATH. Throws FileError naming the package to install if the program is missing.
  ChildProcess(std::vector<std::string> arguments, Input input);
  ~ChildProcess();  // ends a program that was not waited for
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  void feed(std::span<const std::byte> bytes);  // to its standard input
  std::string finish();  // ends its input, waits; what it printed. Throws FileError with its last words if it failed.

 private:
  int wait();
  [[noreturn]] void fail();

  std::string name_;
  pid_t process_ = -1;
  int input_ = -1;
  int printed_ = -1;  // anonymous files in memory, so that a talkative program never waits for us to read
  int errors_ = -1;
};

// Starts a program without input and waits for it; what it printed.
std::string run_program(std::vector<std::string> arguments);

}  // namespace resound
