#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/near_word.h"
#include "scene_file/key_tables.h"
#include "scene_file/scene_file.h"

namespace resound {
namespace {

// One line a key: in use where the table says what to start with, as a comment otherwise.
std::string line(const KeyInfo& key) {
  const bool in_use = !key.starter_value.empty();
  const std::string& value = in_use ? key.starter_value : key.default_value;
  if (value.empty()) return "";  // a key that stays away unless it is needed; `explain` tells about it
  const std::string unit = key.unit().empty() ? "" : " [" + key.unit() + "]";
  return fmt::format("{:<44}# {}{}\n", fmt::format("{}{} = {}", in_use ? "" : "# ", key.name, value), key.sentence,
                     unit);
}

std::string block(const TableInfo& table) {
  std::string text;
  if (!table.name.empty()) {
    text += fmt::format("\n# {}\n", table.sentence);
    text += fmt::format(fmt::runtime(table.is_object ? "[[{}]]\n" : "[{}]\n"), table.name);
  }
  for (const KeyInfo& key : table.keys) text += line(key);
  return text;
}

}  // namespace

std::string starter_scene(std::string_view kind) {
  const std::vector<std::string> kinds = object_kinds();
  if (std::ranges::find(kinds, kind) == kinds.end()) {
    throw UsageError(fmt::format("{} is not a kind of object{}; there are {}", shown(kind), did_you_mean(kind, kinds),
                                 fmt::join(kinds, ", ")));
  }
  std::string text = fmt::format(
      "# A scene about one {}. Lines that begin with # show defaults: remove the # to change them.\n"
      "# `resound check FILE` tells what is wrong, `resound explain KEY` what a key means.\n\n",
      kind);
  const TableInfo& object = *find_table(kind);
  for (const TableInfo& table : all_tables()) {
    const bool wanted = (!table.is_object && !table.is_shelf) || table.name == kind ||
                        std::ranges::find(object.company, table.name) != object.company.end();
    if (wanted) text += block(table);
  }
  return text;
}

}  // namespace resound
