#include "scene_file/table_reading.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/near_word.h"
#include "scene_file/key_tables.h"

namespace resound {
namespace {

// Is this the name of a sub-table, as "camera" is where there is a key "camera.position_m"?
bool is_sub_table(const TableInfo& info, const std::string& name) {
  return std::ranges::any_of(info.keys, [&](const KeyInfo& key) { return key.name.starts_with(name + "."); });
}

// In TOML a key belongs to the heading above it, which is easily forgotten.
std::string belongs_to(const std::string& key) {
  std::vector<std::string> tables;
  for (const TableInfo& table : all_tables()) {
    if (table.find(key)) tables.push_back(table.name.empty() ? "the top of the file" : table.name);
  }
  return tables.empty() ? "" : fmt::format("; it belongs to {}", fmt::join(tables, ", "));
}

}  // namespace

TableReading::TableReading(const Node& table, std::string path, const TableInfo& info, ReadContext& context,
                           const std::vector<std::string>& elsewhere)
    : table_(table), path_(std::move(path)), info_(info), context_(context) {
  see_through(*table.table(), "", elsewhere);
}

const Node* TableReading::find(std::string_view key) const {
  const auto found = given_.find(key);
  return found == given_.end() ? nullptr : found->second;
}

void TableReading::see_through(const NodeTable& entries, const std::string& prefix,
                               const std::vector<std::string>& elsewhere) {
  for (const NodeEntry& entry : entries) {
    if (prefix.empty() && std::ranges::find(elsewhere, entry.name) != elsewhere.end()) continue;
    const std::string name = prefix + entry.name;
    const bool is_plain = entry.name.find('.') == std::string::npos;  // not a quoted "camera.position_m"
    if (is_plain && info_.find(name)) {
      given_.emplace(name, &entry.value);
    } else if (is_plain && is_sub_table(info_, name) && entry.value.table()) {
      see_through(*entry.value.table(), name + ".", elsewhere);
    } else if (is_plain && is_sub_table(info_, name)) {
      context_.problems.add(entry.value.place,
                            fmt::format("{} is {}; it must be a table", full_path(name), shown(entry.value)));
    } else {
      report_unknown(entry, name, elsewhere);
    }
  }
}

void TableReading::report_unknown(const NodeEntry& entry, const std::string& name,
                                  const std::vector<std::string>& elsewhere) {
  if (context_.problems.is_full()) return context_.problems.add(entry.place, "");
  std::string hint = belongs_to(name);
  if (hint.empty()) {
    std::vector<std::string> known = elsewhere;
    for (const KeyInfo& key : info_.keys) known.push_back(key.name);
    hint = did_you_mean(name, known);
  }
  context_.problems.add(entry.place, fmt::format("{} is not a key of {}{}", shown(full_path(name)),
                                                 info_.name.empty() ? "a scene" : info_.name, hint));
}

void TableReading::check(bool holds, std::initializer_list<std::string_view> keys, const std::string& remedy) {
  if (holds) return;
  if (std::ranges::any_of(keys, [&](std::string_view key) { return broken_.contains(key); })) return;
  const std::string_view first = *keys.begin();
  const Node* node = find(first);
  const std::string value = node ? shown(*node) : info_.find(first)->default_value;
  // the place of a key that is given, so that an editor can jump there
  for (const std::string_view key : keys) {
    if (!node) node = find(key);
  }
  context_.problems.add(node ? node->place : table_.place,
                        fmt::format("{} is {}; {}", full_path(first), value, remedy));
}

void TableReading::require(bool holds, std::string_view key, const std::string& remedy) {
  if (!holds) context_.problems.add(table_.place, fmt::format("{} has no {}; {}", path_, key, remedy));
}

std::string TableReading::full_path(std::string_view key) const {
  return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
}

}  // namespace resound
