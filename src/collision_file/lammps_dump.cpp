#include "collision_file/lammps_dump.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace resound {
namespace {

constexpr std::string_view kItem = "ITEM: ";

void split(std::string_view line, std::vector<std::string_view>& fields) {
  constexpr std::string_view kBlanks = " \t";
  fields.clear();
  for (std::size_t at = line.find_first_not_of(kBlanks); at != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(kBlanks, at), line.size());
    fields.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(kBlanks, end);
  }
}

template <class Number>
std::optional<Number> parsed(std::string_view text) {
  Number value{};
  const auto [end, trouble] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (trouble != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> finite(std::string_view text) {
  const auto value = parsed<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

}  // namespace

LammpsDump::LammpsDump(const std::filesystem::path& file, std::string_view rows) : lines_(file), rows_(rows) {}

void LammpsDump::refuse_cut() const {
  refuse(
      fmt::format("the file ends within the frame of step {}; a run that is stopped leaves such a frame: "
                  "remove it from both dumps",
                  head_.step));
}

std::string_view LammpsDump::line_of_frame() {
  std::string_view line;
  if (!lines_.next(line) || lines_.is_cut_off()) refuse_cut();
  return line;
}

bool LammpsDump::next_frame() {
  std::string_view line;
  if (!lines_.next(line)) return false;
  head_.time.reset();
  head_.step = head_.count = -1;
  head_.columns.clear();
  rows_read_ = 0;
  while (true) {
    if (!line.starts_with(kItem))
      refuse(fmt::format("here is \"{}\"; a section should begin, with ITEM:", printable_field(line)));
    if (lines_.is_cut_off()) refuse_cut();
    take_section(std::string(line.substr(kItem.size())));
    if (!head_.columns.empty()) break;
    line = line_of_frame();
  }
  if (head_.step < 0) refuse("the frame has no ITEM: TIMESTEP");
  if (head_.count < 0) refuse(fmt::format("the frame has no ITEM: NUMBER OF {}", rows_));
  return true;
}

void LammpsDump::take_section(const std::string& title) {
  constexpr std::string_view kNumber = "NUMBER OF ", kBox = "BOX BOUNDS";
  const auto take_whole = [&](std::string_view what) {
    const std::string_view line = line_of_frame();
    const auto value = parsed<std::int64_t>(line);
    if (!value || *value < 0)
      refuse(fmt::format("{} is \"{}\"; it should be a whole number from 0 on", what, printable_field(line)));
    return *value;
  };
  if (title == "TIMESTEP") {
    head_.step = take_whole("TIMESTEP");
  } else if (title == "TIME") {
    const std::string_view line = line_of_frame();
    head_.time = finite(line);
    if (!head_.time) refuse(fmt::format("TIME is \"{}\"; it should be a number", printable_field(line)));
  } else if (title == "UNITS") {
    const std::string_view line = line_of_frame();
    if (line != "si")
      refuse(fmt::format("the units are \"{}\"; they should be metres, kilograms and seconds: run with units si",
                         printable_field(line)));
  } else if (title.starts_with(kNumber)) {
    head_.count = take_whole(title);
  } else if (title.starts_with(kBox)) {
    take_box(std::string_view(title).substr(kBox.size()));
  } else if (title.starts_with(rows_)) {
    take_columns(std::string_view(title).substr(rows_.size()));
  } else {
    refuse(fmt::format("here is the section \"{}\"; this file should be a dump of ITEM: {}", printable_field(title),
                       rows_));
  }
}

// "pp ff ff" for a box with right angles; one that is tilted has six or nine numbers and says so first.
void LammpsDump::take_box(std::string_view flags) {
  std::vector<std::string_view> words;
  split(flags, words);
  const bool is_upright = words.size() == 3 && std::ranges::all_of(words, [](auto w) { return w.size() == 2; });
  if (!is_upright && flags.find("pp") != std::string_view::npos)
    refuse("the box is tilted and periodic; grains that meet across its faces are found only in an upright box");
  std::array<double, 3> size{};
  std::vector<std::string_view> bounds;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::string_view line = line_of_frame();
    if (!is_upright || words[axis] != "pp") continue;
    split(line, bounds);
    const auto low = bounds.size() == 2 ? finite(bounds[0]) : std::nullopt;
    const auto high = bounds.size() == 2 ? finite(bounds[1]) : std::nullopt;
    if (!low || !high || !(*high > *low))
      refuse(
          fmt::format("the bounds of the box are \"{}\"; they should be two numbers that rise", printable_field(line)));
    size[axis] = *high - *low;
  }
  head_.period = {size[0], size[1], size[2]};
}

void LammpsDump::take_columns(std::string_view names) {
  split(names, fields_);
  head_.columns.assign(fields_.begin(), fields_.end());
  if (head_.columns.empty()) refuse(fmt::format("ITEM: {} names no columns", rows_));
}

bool LammpsDump::next_row() {
  if (rows_read_ == head_.count) return false;
  const std::string_view line = line_of_frame();
  if (line.starts_with(kItem))
    refuse(fmt::format("the frame of step {} has {} rows and speaks of {}; dump it again", head_.step, rows_read_,
                       head_.count));
  ++rows_read_;
  split(line, fields_);
  if (fields_.size() != head_.columns.size())
    refuse(fmt::format("there are {} fields under {} columns", fields_.size(), head_.columns.size()));
  return true;
}

std::optional<std::size_t> LammpsDump::find_column(std::string_view name) const {
  const auto found = std::ranges::find(head_.columns, name);
  if (found == head_.columns.end()) return std::nullopt;
  return static_cast<std::size_t>(found - head_.columns.begin());
}

double LammpsDump::number(std::size_t column) const {
  const auto value = finite(fields_[column]);
  if (!value)
    refuse(fmt::format("{} is \"{}\"; it should be a number", head_.columns[column], printable_field(fields_[column])));
  return *value;
}

std::int32_t LammpsDump::whole(std::size_t column) const {
  const auto value = parsed<std::int32_t>(fields_[column]);
  if (!value || *value < 1)
    refuse(fmt::format("{} is \"{}\"; it should be a whole number from 1 to {}", head_.columns[column],
                       printable_field(fields_[column]), std::numeric_limits<std::int32_t>::max()));
  return *value;
}

}  // namespace resound
