#pragma once
#include <stdexcept>
#include <string>

namespace resound {

// One number for each kind of trouble, so that a script can tell them apart.
enum class ExitCode {
  done = 0,
  our_fault = 1,
  usage = 2,
  bad_input = 3,
  unstable = 4,
  over_limit = 5,
  disk_or_rights = 6,
  cancelled = 7,
};

// Trouble that a user can act on: the message names the place, the fact and the remedy. Caught once per app.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ExitCode code() const noexcept { return code_; }

 private:
  ExitCode code_;
};

struct UsageError : Error {
  explicit UsageError(const std::string& message) : Error(ExitCode::usage, message) {}
};
struct InputError : Error {
  explicit InputError(const std::string& message) : Error(ExitCode::bad_input, message) {}
};
struct UnstableError : Error {
  explicit UnstableError(const std::string& message) : Error(ExitCode::unstable, message) {}
};
struct LimitError : Error {
  explicit LimitError(const std::string& message) : Error(ExitCode::over_limit, message) {}
};
struct FileError : Error {
  explicit FileError(const std::string& message) : Error(ExitCode::disk_or_rights, message) {}
};
struct CancelledError : Error {
  explicit CancelledError(const std::string& message) : Error(ExitCode::cancelled, message) {}
};

}  // namespace resound
