#include <fmt/format.h>

#include "commands.h"
#include "output/compare.h"

namespace resound {

void run(const CompareCommand& command) {
  fmt::print("{}", comparison_table(compare_sounds(command.first, command.second)));
}

}  // namespace resound
