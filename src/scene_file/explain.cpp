#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/near_word.h"
#include "scene_file/key_tables.h"
#include "scene_file/scene_file.h"

namespace resound {
namespace {

std::string heading(const TableInfo& table) {
  if (table.name.empty()) return "the top of the file";
  return fmt::format(fmt::runtime(table.repeats ? "[[{}]]" : "[{}]"), table.name);
}

std::string default_text(const KeyInfo& key) {
  return key.default_words.empty() ? key.default_value : key.default_words;
}

std::string explain_key(const TableInfo& table, const KeyInfo& key) {
  std::string text = fmt::format("{}\n  {}\n\n", table.path(key), key.sentence);
  const auto line = [&](std::string_view word, const std::string& value) {
    if (!value.empty()) text += fmt::format("  {:<9}{}\n", word, value);
  };
  line("type", key.type());
  line("unit", key.unit());
  line("range", key.range());
  line("default", default_text(key));
  line("goes in", heading(table));
  const std::string& example = key.starter_value.empty() ? key.default_value : key.starter_value;
  if (!example.empty()) line("example", fmt::format("{} = {}", key.name, example));
  return text;
}

// All keys of a table, or those of a part of it: "camera." of [picture].
std::string list_keys(const TableInfo& table, std::string_view part = "") {
  std::size_t widest = 0;
  for (const KeyInfo& key : table.keys) widest = std::max(widest, key.name.size());
  std::string text;
  for (const KeyInfo& key : table.keys) {
    if (key.name.starts_with(part)) text += fmt::format("  {:<{}}  {}\n", key.name, widest, key.sentence);
  }
  return text;
}

std::string explain_table(const TableInfo& table) {
  return fmt::format("{}\n  {}\n\n{}", heading(table), table.sentence, list_keys(table));
}

// "picture.camera": the keys that may stand under [picture.camera]; nothing if it is no such part.
std::string explain_part(std::string_view path) {
  const std::size_t dot = path.find('.');
  const TableInfo* table = dot == std::string_view::npos ? nullptr : find_table(path.substr(0, dot));
  const std::string keys = table ? list_keys(*table, fmt::format("{}.", path.substr(dot + 1))) : "";
  return keys.empty() ? "" : fmt::format("{}\n\n{}", heading(*table), keys);
}

std::string explain_file() {
  std::string text = explain_table(all_tables().front()) + "\ntables\n\n";
  for (const TableInfo& table : all_tables()) {
    if (!table.name.empty()) text += fmt::format("  {:<14}{}\n", heading(table), table.sentence);
  }
  return text +
         "\n`resound explain bar` tells the keys of a table, `resound explain bar.length_m` all about one key.\n";
}

}  // namespace

std::string explain(std::string_view key) {
  if (key.empty()) return explain_file();
  if (const TableInfo* table = find_table(key)) return explain_table(*table);

  if (std::string part = explain_part(key); !part.empty()) return part;

  // the whole path, or the end of one: length_m for bar.length_m
  std::vector<std::string> known;
  std::vector<std::string> found;
  for (const TableInfo& table : all_tables()) {
    known.push_back(table.name);
    for (const KeyInfo& info : table.keys) {
      const std::string path = table.path(info);
      if (path == key) return explain_key(table, info);
      if (path.ends_with(fmt::format(".{}", key))) found.push_back(explain_key(table, info));
      known.push_back(path);
    }
  }
  if (!found.empty()) return fmt::format("{}", fmt::join(found, "\n"));
  std::string hint = did_you_mean(key, known);
  if (hint.empty()) {  // perhaps the table was left out as well
    std::vector<std::string> ends;
    for (const std::string& path : known) ends.push_back(path.substr(path.rfind('.') + 1));
    hint = did_you_mean(key, ends);
  }
  throw UsageError(fmt::format("{} is not a key of a scene{}", shown(key), hint));
}

std::vector<std::string> object_kinds() {
  std::vector<std::string> kinds;
  for (const TableInfo& table : all_tables()) {
    if (table.is_object) kinds.push_back(table.name);
  }
  return kinds;
}

}  // namespace resound
