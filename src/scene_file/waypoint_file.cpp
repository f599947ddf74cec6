#include "scene_file/waypoint_file.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "scene_file/node.h"
#include "scene_file/scene_folder.h"
#include "scene_file/text_limits.h"

namespace resound {
namespace {

constexpr std::string_view kHeading = "time_s,x_m,y_m,z_m";

std::string_view next_line(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// Four finite numbers with commas between them.
std::optional<Waypoint> parse_row(std::string_view line, const KeyInfo& key) {
  double values[4] = {};
  for (int i = 0; i < 4; ++i) {
    while (line.starts_with(' ')) line.remove_prefix(1);
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), values[i]);
    if (error != std::errc() || !std::isfinite(values[i])) return std::nullopt;
    if (i > 0 && !key.contains(values[i])) return std::nullopt;
    line.remove_prefix(static_cast<std::size_t>(end - line.data()));
    while (line.starts_with(' ')) line.remove_prefix(1);
    if (i < 3 && !line.starts_with(',')) return std::nullopt;
    if (i < 3) line.remove_prefix(1);
  }
  if (!line.empty()) return std::nullopt;
  return Waypoint{values[0], {values[1], values[2], values[3]}};
}

}  // namespace

std::string waypoint_trouble(const Waypoint& from, const Waypoint& to) {
  if (to.time <= from.time) return "the times of a path must increase";
  const double speed = length(to.position - from.position) / (to.time - from.time);
  if (speed <= kFastestWaypoints) return "";
  return fmt::format("{:.0f} m/s from the waypoint before is too fast; at most {} m/s", speed, kFastestWaypoints);
}

std::optional<Path> read_waypoint_file(const std::filesystem::path& file, const KeyInfo& key, Problems& problems) {
  const std::string source = printable(file.string());
  std::string text;
  try {
    text = read_whole_file(file, kLargestSceneFile);
  } catch (const SceneError& error) {
    problems.add(error.problems().front().place, error.problems().front().message);
    return std::nullopt;
  }
  std::string_view rest = text;
  int line_number = 1;
  const auto fail = [&](const std::string& message) {
    problems.add({source, line_number, 1}, message);
    return std::nullopt;
  };

  if (next_line(rest) != kHeading) return fail(fmt::format("the first line must be {}", kHeading));
  std::vector<Waypoint> points;
  while (!rest.empty()) {
    ++line_number;
    const std::string_view line = next_line(rest);
    if (line.empty()) continue;
    const std::optional<Waypoint> point = parse_row(line, key);
    if (!point) return fail(fmt::format("{} is not a waypoint; write four numbers, {}", shown(line), kHeading));
    const std::string trouble = points.empty() ? "" : waypoint_trouble(points.back(), *point);
    if (!trouble.empty()) return fail(trouble);
    if (points.size() == kMostWaypoints) return fail(fmt::format("a path may have {} waypoints", kMostWaypoints));
    points.push_back(*point);
  }
  if (points.empty()) return fail("a path needs at least one waypoint");
  return Path(std::move(points));
}

}  // namespace resound
