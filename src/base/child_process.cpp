#include "base/child_process.h"

#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <tuple>
#include <utility>

#include "base/error.h"

namespace resound {
namespace {

// A socket pair serves as the pipe because a write to it can be told not to raise SIGPIPE.
std::pair<int, int> make_pipe() {
  int ends[2] = {-1, -1};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw FileError(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  return {ends[0], ends[1]};
}

// Signals as a fresh program expects them, whatever our own threads block or ignore.
void set_signals(posix_spawnattr_t& attributes) {
  sigset_t none, defaults;
  ::sigemptyset(&none);
  ::sigemptyset(&defaults);
  for (const int signal : {SIGINT, SIGTERM, SIGPIPE, SIGHUP}) ::sigaddset(&defaults, signal);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &defaults);
  ::posix_spawnattr_setpgroup(&attributes, 0);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
}

int spawn(pid_t& process, std::vector<std::string>& arguments, int input, int printed, int errors) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawnattr_init(&attributes);
  if (input >= 0) ::posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
  if (input < 0) ::posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", 0, 0);
  ::posix_spawn_file_actions_adddup2(&files, printed, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&files, errors, STDERR_FILENO);
  set_signals(attributes);

  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  const int trouble = ::posix_spawnp(&process, argv[0], &files, &attributes, argv.data(), environ);
  ::posix_spawn_file_actions_destroy(&files);
  ::posix_spawnattr_destroy(&attributes);
  return trouble;
}

std::string content_of(int descriptor) {
  std::string text;
  char piece[4096];
  ::lseek(descriptor, 0, SEEK_SET);
  for (ssize_t count; (count = ::read(descriptor, piece, sizeof piece)) > 0;)
    text.append(piece, static_cast<std::size_t>(count));
  return text;
}

// The end of what a program said, in one line: where it tells why it stopped.
std::string last_words(std::string text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.pop_back();
  constexpr std::size_t kEnough = 300;
  if (text.size() > kEnough) text = "… " + text.substr(text.size() - kEnough);
  std::ranges::replace(text, '\n', ' ');
  return text;
}

}  // namespace

ChildProcess::ChildProcess(std::vector<std::string> arguments, Input input) : name_(arguments.at(0)) {
  int their_input = -1;
  if (input == Input::piped) std::tie(input_, their_input) = make_pipe();
  printed_ = ::memfd_create("printed", MFD_CLOEXEC);
  errors_ = ::memfd_create("errors", MFD_CLOEXEC);
  const int trouble = spawn(process_, arguments, their_input, printed_, errors_);
  if (their_input >= 0) ::close(their_input);
  if (trouble == 0) return;
  process_ = -1;
  for (const int descriptor : {input_, printed_, errors_})
    if (descriptor >= 0) ::close(descriptor);
  const std::string package = name_ == "ffprobe" ? "ffmpeg" : name_;
  if (trouble == ENOENT)
    throw FileError(
        fmt::format("the program {} is needed and not installed; install the Debian package {} "
                    "(apt-get install {})",
                    name_, package, package));
  throw FileError(fmt::format("cannot start {}: {}", name_, std::strerror(trouble)));
}

ChildProcess::~ChildProcess() {
  if (input_ >= 0) ::close(input_);
  if (process_ > 0) {
    ::kill(process_, SIGKILL);
    wait();
  }
  for (const int descriptor : {printed_, errors_})
    if (descriptor >= 0) ::close(descriptor);
}

void ChildProcess::feed(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::send(input_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) {  // it has gone: its last words tell why
      ::close(std::exchange(input_, -1));
      wait();
      fail();
    }
    bytes = bytes.subspan(static_cast<std::size_t>(done));
  }
}

std::string ChildProcess::finish() {
  if (input_ >= 0) ::close(std::exchange(input_, -1));
  if (wait() != 0) fail();
  return content_of(printed_);
}

int ChildProcess::wait() {
  int status = 0;
  while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  return status;
}

void ChildProcess::fail() { throw FileError(fmt::format("{} failed: {}", name_, last_words(content_of(errors_)))); }

std::string run_program(std::vector<std::string> arguments) {
  return ChildProcess(std::move(arguments), ChildProcess::Input::none).finish();
}

}  // namespace resound
