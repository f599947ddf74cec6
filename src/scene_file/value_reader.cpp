#include "scene_file/value_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/near_word.h"
#include "scene/materials.h"
#include "scene_file/frame_rate_text.h"
#include "scene_file/scene_folder.h"
#include "scene_file/waypoint_file.h"

namespace resound {
namespace {

constexpr std::size_t kMostListed = 10'000;

}  // namespace

void ValueReader::report(const Node& node, const std::string& path, const std::string& remedy) {
  is_broken_ = true;
  context_.problems.add(node.place, fmt::format("{} is {}; {}", path, shown(node), remedy));
}

std::optional<double> ValueReader::finite_number(const Node& node, const std::string& path) {
  double value = 0;
  if (const auto* integer = std::get_if<std::int64_t>(&node.value)) {
    value = static_cast<double>(*integer);
  } else if (const auto* number = std::get_if<double>(&node.value)) {
    value = *number;
  } else {
    const std::string unit = key_.unit();
    report(node, path, unit.empty() ? "it must be a number" : "it must be a number, in " + unit);
    return std::nullopt;
  }
  if (!std::isfinite(value)) {
    report(node, path, "it must be a finite number");
    return std::nullopt;
  }
  return value;
}

std::optional<double> ValueReader::number_at(const Node& node, const std::string& path) {
  const std::optional<double> value = finite_number(node, path);
  if (!value || key_.contains(*value)) return value;
  report(node, path, key_.remedy(*value));
  return std::nullopt;
}

std::optional<double> ValueReader::number(const Node& node) { return number_at(node, path_); }

std::optional<std::int64_t> ValueReader::integer(const Node& node) {
  const auto* exact = std::get_if<std::int64_t>(&node.value);
  const std::optional<double> value = exact ? static_cast<double>(*exact) : finite_number(node, path_);
  if (!value) return std::nullopt;
  if (std::floor(*value) != *value || std::abs(*value) > 9.2e18) {
    report(node, "it must be a whole number");
  } else if (!key_.contains(*value)) {
    report(node, key_.remedy(*value));
  } else {
    return exact ? *exact : static_cast<std::int64_t>(*value);
  }
  return std::nullopt;
}

std::optional<bool> ValueReader::boolean(const Node& node) {
  if (const bool* value = std::get_if<bool>(&node.value)) return *value;
  report(node, "it must be true or false");
  return std::nullopt;
}

std::optional<std::string> ValueReader::text(const Node& node) {
  const std::string* text = node.text();
  if (!text) {
    report(node, "it must be a text, in quotes");
  } else if (!key_.contains(static_cast<double>(text->size()))) {
    report(node, fmt::format("its length must be {}", key_.range()));
  } else if (std::ranges::any_of(*text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; })) {
    report(node, "it must be one line of plain text");
  } else {
    return *text;
  }
  return std::nullopt;
}

std::optional<std::size_t> ValueReader::choice_at(const Node& node, const std::string& path,
                                                  const std::string& remedy) {
  if (!node.text()) {
    report(node, path, remedy);
    return std::nullopt;
  }
  const auto found = std::ranges::find(key_.words, *node.text());
  if (found != key_.words.end()) return static_cast<std::size_t>(found - key_.words.begin());
  report(node, path, remedy + did_you_mean(*node.text(), key_.words));
  return std::nullopt;
}

std::optional<std::size_t> ValueReader::choice(const Node& node) {
  return choice_at(node, path_, "it must be " + key_.type());
}

std::optional<Material> ValueReader::material(const Node& node) {
  const Material* found = node.text() ? find_material(context_.materials, *node.text()) : nullptr;
  if (found) return *found;
  std::vector<std::string> words = key_.words;
  for (const std::string& name : material_names(context_.materials)) words.push_back(name);
  report(node, fmt::format("it must be {}{}", key_.type(), node.text() ? did_you_mean(*node.text(), words) : ""));
  return std::nullopt;
}

std::optional<Vec3> ValueReader::vector_at(const Node& node, const std::string& path) {
  if (!node.list() || node.list()->size() != 3) {
    report(node, path, "it must be three numbers, [x, y, z]");
    return std::nullopt;
  }
  double parts[3] = {};
  for (std::size_t i = 0; i < 3; ++i) {
    const Node& item = (*node.list())[i];
    const std::string item_path = fmt::format("{}[{}]", path, i + 1);
    const std::optional<double> value = number_at(item, item_path);
    if (!value) return std::nullopt;
    parts[i] = *value;
  }
  return Vec3{parts[0], parts[1], parts[2]};
}

std::optional<Vec3> ValueReader::vector(const Node& node) { return vector_at(node, path_); }

std::optional<Vec3> ValueReader::direction(const Node& node) {
  const std::optional<Vec3> value = vector_at(node, path_);
  if (!value || length(*value) > 1e-6) return value;
  report(node, "a direction needs a length");
  return std::nullopt;
}

std::optional<Waypoint> ValueReader::waypoint(const Node& node, const std::string& path) {
  const Node* time = node.table() ? find(*node.table(), "time_s") : nullptr;
  const Node* position = node.table() ? find(*node.table(), "position_m") : nullptr;
  if (!time || !position || node.table()->size() != 2) {
    report(node, path, "a waypoint is {time_s = 0, position_m = [x, y, z]}");
    return std::nullopt;
  }
  const std::optional<double> seconds = finite_number(*time, path + ".time_s");
  const std::optional<Vec3> place = vector_at(*position, path + ".position_m");
  if (!seconds || !place) return std::nullopt;
  return Waypoint{*seconds, *place};
}

std::optional<Path> ValueReader::waypoints(const Node& node) {
  if (!node.list() || node.list()->empty()) {
    report(node, "a path is a list of {time_s = 0, position_m = [x, y, z]}");
    return std::nullopt;
  }
  if (node.list()->size() > kMostWaypoints) {
    report(node, fmt::format("it has {} waypoints and may have {}", node.list()->size(), kMostWaypoints));
    return std::nullopt;
  }
  std::vector<Waypoint> points;
  for (const Node& item : *node.list()) {
    const std::string path = fmt::format("{}[{}]", path_, points.size() + 1);
    const std::optional<Waypoint> point = waypoint(item, path);
    if (!point) return std::nullopt;
    const std::string trouble = points.empty() ? "" : waypoint_trouble(points.back(), *point);
    if (!trouble.empty()) {
      report(*find(*item.table(), "time_s"), path + ".time_s", trouble);
      return std::nullopt;
    }
    points.push_back(*point);
  }
  return Path(std::move(points));
}

std::optional<std::filesystem::path> ValueReader::file(const Node& node) {
  if (!node.text()) {
    report(node, "it must be the name of a file, in quotes");
    return std::nullopt;
  }
  const SceneFileName file = file_in_folder(context_.folder, *node.text());
  if (file.trouble.empty()) return file.path;
  report(node, file.trouble);
  return std::nullopt;
}

std::optional<std::filesystem::path> ValueReader::files(const Node& node) {
  if (!node.text()) {
    report(node, "it must be the name of files, in quotes: \"frame_####.vtp\"");
    return std::nullopt;
  }
  const SceneFileName files = files_in_folder(context_.folder, *node.text());
  if (files.trouble.empty()) return files.path;
  report(node, files.trouble);
  return std::nullopt;
}

// A list of anything that is read one by one.
template <class Value, class Read>
std::optional<std::vector<Value>> ValueReader::list_of(const Node& node, Read read) {
  if (!node.list() || node.list()->size() > kMostListed) {
    report(node, fmt::format("it must be a {}, at most {}", key_.type(), kMostListed));
    return std::nullopt;
  }
  std::vector<Value> values;
  for (const Node& item : *node.list()) {
    const std::optional<Value> value = read(item, fmt::format("{}[{}]", path_, values.size() + 1));
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  return values;
}

std::optional<std::vector<double>> ValueReader::numbers(const Node& node) {
  return list_of<double>(node, [&](const Node& item, const std::string& path) { return number_at(item, path); });
}

std::optional<std::vector<std::size_t>> ValueReader::words(const Node& node) {
  const std::string remedy = fmt::format("it must be one of {}", fmt::join(key_.words, ", "));
  return list_of<std::size_t>(node,
                              [&](const Node& item, const std::string& path) { return choice_at(item, path, remedy); });
}

std::optional<Path> ValueReader::waypoint_file(const Node& node) {
  const std::optional<std::filesystem::path> name = file(node);
  if (!name) return std::nullopt;
  std::optional<Path> path = read_waypoint_file(*name, key_, context_.problems);
  is_broken_ = is_broken_ || !path;
  return path;
}

std::optional<FrameRate> ValueReader::frame_rate(const Node& node) {
  std::optional<FrameRate> rate;
  if (node.text()) {
    rate = parse_frame_rate(*node.text());
  } else if (const std::optional<double> value = finite_number(node, path_)) {
    rate = nearest_frame_rate(*value);
  } else {
    return std::nullopt;
  }
  if (!rate) {
    report(node, "write frames per second as 25, 29.97 or \"30000/1001\"");
  } else if (!key_.contains(rate->hz())) {
    report(node, key_.remedy(rate->hz()));
  } else {
    return rate;
  }
  return std::nullopt;
}

std::string to_toml(const Vec3& v) { return fmt::format("[{}, {}, {}]", to_toml(v.x), to_toml(v.y), to_toml(v.z)); }

std::string to_toml(const std::vector<double>& numbers) {
  std::string text;
  for (const double number : numbers) text += (text.empty() ? "" : ", ") + to_toml(number);
  return "[" + text + "]";
}

std::string to_toml(const Path& path) {
  std::string text;
  for (const Waypoint& point : path.waypoints()) {
    text += fmt::format("{}{{time_s = {}, position_m = {}}}", text.empty() ? "" : ", ", to_toml(point.time),
                        to_toml(point.position));
  }
  return "[" + text + "]";
}

std::string to_toml(const FrameRate& rate) {
  return rate.denominator == 1 ? to_toml(rate.numerator) : fmt::format("\"{}/{}\"", rate.numerator, rate.denominator);
}

}  // namespace resound
