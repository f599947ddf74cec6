#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <new>

#include "base/error.h"
#include "commands.h"
#include "invocation.h"

namespace {

int complain(resound::ExitCode code, const char* message) {
  fmt::print(stderr, "resound: {}\n", message);
  return static_cast<int>(code);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace resound;
  try {
    std::visit([](const auto& command) { run(command); }, parse_arguments(argc, argv));
    return static_cast<int>(ExitCode::done);
  } catch (const SceneError& error) {  // each line begins with its own place
    fmt::print(stderr, "{}\n", error.what());
    return static_cast<int>(error.code());
  } catch (const Error& error) {
    return complain(error.code(), error.what());
  } catch (const std::bad_alloc&) {
    return complain(ExitCode::over_limit, "there is not enough memory for this; a shorter or smaller scene needs less");
  } catch (const std::exception& error) {
    return complain(ExitCode::our_fault,
                    fmt::format("this is a mistake of ours, please report it: {}", error.what()).c_str());
  }
}
