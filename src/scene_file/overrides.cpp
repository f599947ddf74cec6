#include "scene_file/overrides.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "scene_file/key_tables.h"
#include "scene_file/text_limits.h"
#include "scene_file/toml_text.h"

namespace resound {
namespace {

// A part of a path such as bar[2].length_m.
struct Step {
  std::string name;
  std::size_t index = 0;  // from 1; 0 if none is written
};

std::optional<Step> parse_step(std::string_view text) {
  const std::size_t bracket = text.find('[');
  const std::string_view name = text.substr(0, bracket);
  if (name.empty()) return std::nullopt;
  if (bracket == std::string_view::npos) return Step{std::string(name)};
  const std::string_view rest = text.substr(bracket);
  Step step{std::string(name)};
  const char* last = rest.data() + rest.size();
  const auto [end, error] = std::from_chars(rest.data() + 1, last, step.index);
  if (error != std::errc() || end + 1 != last || *end != ']' || step.index == 0) return std::nullopt;
  return step;
}

std::vector<Step> parse_path(std::string_view text, const Place& place) {
  std::vector<Step> steps;
  while (true) {
    const std::size_t dot = text.find('.');
    const std::optional<Step> step = parse_step(text.substr(0, dot));
    if (!step || steps.size() == kMostKeyParts) {
      throw SceneError(place, "not the path of a key; write it like bar.length_m or bar[2].length_m");
    }
    steps.push_back(*step);
    if (dot == std::string_view::npos) return steps;
    text.remove_prefix(dot + 1);
  }
}

// The object of that name; null if there is none.
Node* find_named(Node& top, std::string_view name) {
  for (NodeEntry& entry : *top.table()) {
    const TableInfo* info = find_table(entry.name);
    NodeList* list = entry.value.list();
    if (!info || !info->is_object || !list) continue;
    for (Node& object : *list) {
      const Node* own = object.table() ? find(*object.table(), "name") : nullptr;
      if (own && own->text() && *own->text() == name) return &object;
    }
  }
  return nullptr;
}

// The table that a step leads to, by its kind or, of an object, by its name. A table that may stand only once is made
// where there is none; an object is not, for a misspelt `--set` should not add rain to a dry scene.
Node& enter(Node& parent, const Step& step, bool is_top, const Place& place) {
  Node* child = find(*parent.table(), step.name);
  if (!child) {
    const TableInfo* table = is_top ? find_table(step.name) : nullptr;
    const bool may_be_name = is_top && (!table || table->repeats);  // grains may be called sand
    if (Node* named = may_be_name ? find_named(parent, step.name) : nullptr) {
      if (step.index > 1) throw SceneError(place, fmt::format("the scene has only one {}", step.name));
      return *named;
    }
    if (table && table->repeats) throw SceneError(place, fmt::format("the scene has no {}", step.name));
    parent.table()->push_back({step.name, place, Node{place, NodeTable{}}});
    child = &parent.table()->back().value;
  }
  if (NodeList* list = child->list()) {
    if (step.index == 0 && list->size() > 1) {
      throw SceneError(place,
                       fmt::format("the scene has {0} of {1}; write {1}[1] to {1}[{0}]", list->size(), step.name));
    }
    if (step.index > list->size() || list->empty()) {
      throw SceneError(place, fmt::format("the scene has only {} of {}", list->size(), step.name));
    }
    child = &(*list)[step.index == 0 ? 0 : step.index - 1];
  } else if (step.index > 1) {
    throw SceneError(place, fmt::format("the scene has only one {}", step.name));
  }
  if (!child->table()) throw SceneError(place, fmt::format("{} is a value and has no keys", step.name));
  return *child;
}

void set(Node& top, std::string_view path, std::string_view value, const Place& place) {
  const std::vector<Step> steps = parse_path(path, place);
  Node* table = &top;
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) table = &enter(*table, steps[i], i == 0, place);
  const Step& last = steps.back();
  if (last.index != 0) throw SceneError(place, fmt::format("set the whole of {}, not one part of it", last.name));
  Node node = parse_toml_value(value, place.source);
  if (Node* old = find(*table->table(), last.name)) {
    *old = std::move(node);
  } else {
    table->table()->push_back({last.name, place, std::move(node)});
  }
}

}  // namespace

void apply_override(Node& top, std::string_view path_and_value, Problems& problems) {
  const std::size_t equals = path_and_value.find('=');
  if (equals == std::string_view::npos) {
    throw UsageError(fmt::format("--set {}: write it as --set bar.length_m=0.4", shown(path_and_value)));
  }
  const std::string_view path = path_and_value.substr(0, equals);
  const Place place{"--set " + shown(path)};
  try {
    set(top, path, path_and_value.substr(equals + 1), place);
  } catch (const SceneError& error) {
    for (const Problem& problem : error.problems()) problems.add(problem.place, problem.message);
  }
}

}  // namespace resound
