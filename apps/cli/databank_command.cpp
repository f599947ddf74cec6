#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/atomic_file.h"
#include "base/error.h"
#include "base/file.h"
#include "collision_statistics/sheared_box.h"
#include "commands.h"
#include "interrupt.h"

namespace resound {
namespace {

namespace fs = std::filesystem;

fs::path unfinished(const std::string& output) { return output + ".unfinished"; }

// Whole lines of a build that was stopped; a last one that is cut is made again.
std::string done_before(const fs::path& path) {
  if (!fs::exists(path)) return std::string(kDatabankHeader);
  std::string text = read_file(path);
  text.resize(text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1);
  return text.starts_with(kDatabankHeader) ? text : std::string(kDatabankHeader);
}

}  // namespace

void run(const DatabankCommand& command) {
  require_new_file(command.output, command.force);
  const std::vector<FlowKey> keys = databank_keys();
  std::string text = done_before(unfinished(command.output));
  auto done = static_cast<std::size_t>(std::ranges::count(text, '\n')) - 1;
  if (done > keys.size()) text = kDatabankHeader, done = 0;
  if (done > 0) say(fmt::format("{} of {} rows were built before", done, keys.size()));
  ShearedBoxes boxes;
  Interrupt interrupt;
  {
    ProgressDisplay display(command.progress);
    interrupt.let_render_stop(true);
    for (; done < keys.size(); ++done) {
      if (interrupt.token().stop_requested())
        throw CancelledError(fmt::format("stopped after {} of {} rows; the same command goes on", done, keys.size()));
      display.show("databank", static_cast<double>(done) / static_cast<double>(keys.size()));
      text += databank_line(boxes.measure(keys[done]));
      write_file(unfinished(command.output), text);
    }
  }
  Databank::parse(text, command.output);  // what is written can be read
  write_atomically(command.output, command.force, text);
  fs::remove(unfinished(command.output));
  fmt::print(
      "{}: {} rows; {}\n", command.output, keys.size(),
      text == shipped_databank_text() ? "the bytes of the table that ships" : "not the bytes of the table that ships");
}

}  // namespace resound
