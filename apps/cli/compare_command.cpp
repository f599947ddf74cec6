#include <fmt/format.h>

#include <filesystem>

#include "base/atomic_file.h"
#include "base/error.h"
#include "commands.h"
#include "output/compare.h"

namespace resound {

void run(const CompareCommand& command) {
  if (!command.png.empty()) {
    if (std::filesystem::path(command.png).extension() != ".png")
      throw UsageError(fmt::format("{}: the picture is written as .png", command.png));
    require_new_file(command.png, command.force);
  }
  fmt::print("{}", comparison_table(compare_sounds(command.first, command.second)));
  if (!command.png.empty())
    write_atomically(command.png, command.force, comparison_figure(command.first, command.second));
}

}  // namespace resound
