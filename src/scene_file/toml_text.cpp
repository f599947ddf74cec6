#include "scene_file/toml_text.h"

#include <toml++/toml.h>

#include <algorithm>
#include <cctype>

#include "scene_file/text_limits.h"

// The one place that knows toml++.
namespace resound {
namespace {

Place place_of(const toml::source_region& region, const std::string& source) {
  return {source, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}

// The parser nests at most 256 values and check_text_limits() far fewer, so this recursion is shallow.
Node to_node(const toml::node& from, const std::string& source) {
  Node node{place_of(from.source(), source), DateOrTime{}};
  if (const auto* table = from.as_table()) {
    NodeTable entries;
    for (const auto& [key, value] : *table) {
      entries.push_back({std::string(key.str()), place_of(key.source(), source), to_node(value, source)});
    }
    // the parser sorts by name; people read from top to bottom
    std::ranges::stable_sort(entries, {},
                             [](const NodeEntry& entry) { return std::pair(entry.place.line, entry.place.column); });
    node.value = std::move(entries);
  } else if (const auto* array = from.as_array()) {
    NodeList list;
    for (const toml::node& value : *array) list.push_back(to_node(value, source));
    node.value = std::move(list);
  } else if (const auto* text = from.as_string()) {
    node.value = text->get();
  } else if (const auto* integer = from.as_integer()) {
    node.value = integer->get();
  } else if (const auto* number = from.as_floating_point()) {
    node.value = number->get();
  } else if (const auto* truth = from.as_boolean()) {
    node.value = truth->get();
  }
  return node;
}

// A flag has no lines and columns.
void move_to(Node& node, const Place& place) {
  node.place = place;
  if (NodeList* list = node.list()) {
    for (Node& item : *list) move_to(item, place);
  } else if (NodeTable* table = node.table()) {
    for (NodeEntry& entry : *table) {
      entry.place = place;
      move_to(entry.value, place);
    }
  }
}

bool is_bare_words(std::string_view text) {
  return !text.empty() && std::isalpha(static_cast<unsigned char>(text.front())) &&
         std::ranges::all_of(text, [](char c) {
           return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.' || c == '/' ||
                  c == ' ';
         });
}

}  // namespace

Node parse_toml(std::string_view text, const std::string& source) {
  check_text_limits(text, source);
  try {
    return to_node(toml::parse(text, std::string_view(source)), source);
  } catch (const toml::parse_error& error) {
    throw SceneError(place_of(error.source(), source), "not TOML: " + printable(error.description()));
  }
}

Node parse_toml_value(std::string_view text, const std::string& source) {
  const Place place{source};
  try {
    Node top = parse_toml("value = " + std::string(text), source);
    move_to(top, place);
    if (top.table()->size() == 1) return top.table()->front().value;
  } catch (const SceneError&) {
    if (is_bare_words(text)) return {place, std::string(text)};
  }
  throw SceneError(place, shown(text) + " is not a value; write a number, true, false, a word or a [list]");
}

}  // namespace resound
