#include "collision_file/csv_source.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "base/csv_line.h"
#include "base/error.h"
#include "collision_file/binary_list.h"

namespace resound {
namespace {

enum Column : std::size_t { t, x, y, z, nx, ny, nz, speed, first_object, second_object, first, second };
constexpr std::array<std::string_view, 12> kNames{
    "t", "x", "y", "z", "nx", "ny", "nz", "speed", "first_object", "second_object", "first", "second"};
constexpr std::size_t kNeeded = 10;

}  // namespace

CsvCollisions::CsvCollisions(const std::filesystem::path& file) : lines_(file) {
  std::string_view line;
  if (!next_line(line))
    throw InputError(fmt::format("{} is empty; a list of collisions begins with a header line: {}", lines_.file_name(),
                                 fmt::join(kNames.begin(), kNames.end(), ",")));
  take_header(line);
}

void CsvCollisions::refuse(const std::string& fact) const { lines_.refuse(fact); }

bool CsvCollisions::next_line(std::string_view& line) {
  while (lines_.next(line))
    if (!line.empty() && line.front() != '#') return true;
  return false;
}

void CsvCollisions::take_header(std::string_view line) {
  separator_ = separator_of(line);
  std::vector<std::string> names;
  if (!split_csv_line(line, separator_, names)) refuse("the header has a quote that is not closed");
  for (const std::string& name : names) {
    const auto found = std::ranges::find(kNames, std::string_view(name));
    const auto column = static_cast<std::size_t>(found - kNames.begin());
    if (found != kNames.end() && std::exchange(has_[column], true))
      refuse(fmt::format("the column {} is there twice", name));
    order_.push_back(found == kNames.end() ? -1 : static_cast<int>(column));
  }
  std::vector<std::string_view> missing;
  for (std::size_t i = 0; i < kNeeded; ++i)
    if (!has_[i]) missing.push_back(kNames[i]);
  if (!missing.empty())
    refuse(fmt::format("the header lacks {}; a list of collisions has the columns {}", fmt::join(missing, ", "),
                       fmt::join(kNames.begin(), kNames.end(), ",")));
}

double CsvCollisions::number(std::size_t column) const {
  const std::string_view field = fields_[column];
  double value = 0;
  const auto [end, trouble] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (trouble != std::errc{} || end != field.data() + field.size() || !std::isfinite(value))
    refuse(fmt::format("{} is \"{}\"; it should be a number", kNames[column], printable_field(field)));
  return value;
}

std::int32_t CsvCollisions::integer(std::size_t column) const {
  if (!has_[column]) return 0;
  const std::string_view field = fields_[column];
  std::int32_t value = 0;
  const auto [end, trouble] = std::from_chars(field.data(), field.data() + field.size(), value);
  if (trouble != std::errc{} || end != field.data() + field.size())
    refuse(fmt::format("{} is \"{}\"; it should be a whole number", kNames[column], printable_field(field)));
  return value;
}

std::int32_t CsvCollisions::object(std::size_t column) {
  const std::string_view field = fields_[column];
  const auto known = std::ranges::find(names_, field);
  if (known != names_.end()) return static_cast<std::int32_t>(known - names_.begin());
  if (field.empty()) refuse(fmt::format("{} is empty; it should be the name of an object", kNames[column]));
  if (field.size() > kLongestName)
    refuse(fmt::format("{} is longer than {} bytes; names of objects are short", kNames[column], kLongestName));
  if (names_.size() >= kMostNames) refuse(fmt::format("there are more than {} names of objects", kMostNames));
  names_.emplace_back(field);
  return static_cast<std::int32_t>(names_.size()) - 1;
}

bool CsvCollisions::read(ListedCollision& row) {
  std::string_view line;
  if (!next_line(line)) return false;
  const bool has_quotes = line.find('"') != std::string_view::npos;
  if (has_quotes && !split_csv_line(line, separator_, quoted_))
    refuse("a quote is not closed, or something follows it");
  std::size_t count = 0;
  for (std::size_t at = 0; has_quotes ? count < quoted_.size() : at <= line.size(); ++count) {
    const std::size_t end = has_quotes ? 0 : std::min(line.find(separator_, at), line.size());
    if (count < order_.size() && order_[count] >= 0)
      fields_[static_cast<std::size_t>(order_[count])] =
          has_quotes ? std::string_view(quoted_[count]) : without_blanks(line.substr(at, end - at));
    at = end + 1;
  }
  if (count != order_.size()) refuse(fmt::format("there are {} fields under {} columns", count, order_.size()));
  row.time = number(t);
  row.place = {number(x), number(y), number(z)};
  row.normal = {number(nx), number(ny), number(nz)};
  row.speed = number(speed);
  row.first = integer(first);
  row.second = integer(second);
  row.first_object = object(first_object);
  row.second_object = object(second_object);
  const double size = length(row.normal);
  if (std::abs(size - 1) > 0.01) refuse(fmt::format("the normal is {:.3g} long; it should be of length one", size));
  row.normal = row.normal / size;
  if (row.speed < 0) refuse(fmt::format("speed is {}; it is that of approach, and never negative", row.speed));
  return true;
}

}  // namespace resound
