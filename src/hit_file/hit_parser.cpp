#include "hit_file/hit_parser.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "base/csv_line.h"
#include "base/error.h"
#include "hit_file/hit_checks.h"

namespace resound {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string listed(const std::vector<std::string>& names) { return fmt::format("{}", fmt::join(names, ", ")); }

std::string printable(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 32 || static_cast<unsigned char>(c) > 126) c = '?';
  return text.size() > 32 ? text.substr(0, 32) + "..." : text;
}

}  // namespace

HitParser::HitParser(std::string file_name, HitSink on_hit, HitNoteSink on_note)
    : file_name_(std::move(file_name)), on_hit_(std::move(on_hit)), on_note_(std::move(on_note)) {}

void HitParser::refuse(const std::string& message) const {
  throw InputError(fmt::format("{}:{}: {}", file_name_, line_, message));
}

void HitParser::note(std::string message, bool is_used) { on_note_({line_, std::move(message), is_used}); }

void HitParser::feed(std::string_view piece) {
  while (!piece.empty()) {
    const std::size_t end = piece.find('\n');
    const std::string_view part = piece.substr(0, end);
    if (rest_.size() + part.size() > kLongestHitLine) {
      ++line_;
      refuse(fmt::format("the line is longer than {} bytes; a hit file has one short line a hit", kLongestHitLine));
    }
    if (end == std::string_view::npos) {
      rest_ += part;
      return;
    }
    if (rest_.empty()) {
      take_line(part);
    } else {
      rest_ += part;
      take_line(std::exchange(rest_, {}));
    }
    piece.remove_prefix(end + 1);
  }
}

void HitParser::finish() {
  if (!rest_.empty()) take_line(std::exchange(rest_, {}));
  if (format_ == Format::unknown)
    throw InputError(fmt::format(
        "{} holds no hits; it needs a header line with t, object, x, y, z and speed or impulse", file_name_));
}

void HitParser::take_line(std::string_view line) {
  ++line_;
  if (line_ == 1 && line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
  if (line.find('\0') != std::string_view::npos) refuse("there is a zero byte; this is no text file");
  if (line.ends_with('\r')) line.remove_suffix(1);
  const std::string_view bare = without_blanks(line);
  if (bare.empty() || bare.front() == '#') return;
  if (format_ == Format::unknown) {
    format_ = bare.front() == '{' ? Format::json_lines : Format::csv;
    if (format_ == Format::csv) return take_header(line);
  }
  ++rows_;
  if (format_ == Format::csv)
    take_csv(line);
  else
    take_json(bare);
}

void HitParser::take_header(std::string_view line) {
  separator_ = separator_of(line);
  if (!split_csv_line(line, separator_, split_)) refuse("the header has a quote that is not closed");
  for (const std::string& name : split_) {
    const auto column = find_hit_column(name);
    if (column && columns_.has(*column)) refuse(fmt::format("the column {} is there twice", name_of(*column)));
    if (column) columns_.add(*column);
    if (!column) columns_.unknown.push_back(printable(name));
    order_.push_back(column ? static_cast<int>(*column) : -1);
  }
  if (const auto missing = columns_.missing(); !missing.empty())
    refuse(fmt::format("the header lacks {}; it needs t, object, x, y, z and speed or impulse", listed(missing)));
}

void HitParser::take_csv(std::string_view line) {
  if (!split_csv_line(line, separator_, split_))
    return note("a quote is not closed, or something follows it; the line is left out", false);
  if (split_.size() != order_.size())
    return note(fmt::format("there are {} fields under {} columns; the line is left out", split_.size(), order_.size()),
                false);
  for (std::string& field : fields_) field.clear();
  for (std::size_t i = 0; i < split_.size(); ++i)
    if (order_[i] >= 0) fields_[static_cast<std::size_t>(order_[i])] = split_[i];
  take_fields();
}

void HitParser::take_json(std::string_view line) {
  const auto object = nlohmann::json::parse(line, nullptr, false);
  if (!object.is_object()) return note("this is no JSON object; the line is left out", false);
  for (std::string& field : fields_) field.clear();
  for (const auto& [name, value] : object.items()) {
    const auto column = find_hit_column(name);
    if (!column || value.is_null()) continue;
    std::string& field = fields_[static_cast<std::size_t>(*column)];
    if (!field.empty()) return note(fmt::format("{} is there twice; the line is left out", name_of(*column)), false);
    columns_.add(*column);
    if (value.is_string()) {
      field = value.get<std::string>();
    } else if (value.is_number_integer()) {
      field = value.dump();
    } else if (value.is_number()) {
      field = fmt::format("{}", value.get<double>());
    } else {
      return note(fmt::format("{} is neither a number nor a text; the line is left out", name_of(*column)), false);
    }
  }
  take_fields();
}

void HitParser::take_fields() {
  auto hit = read_hit(fields_, [&](std::string message, bool is_used) {
    note(is_used ? std::move(message) : std::move(message) + "; the line is left out", is_used);
  });
  if (!hit) return;
  hit->line = line_;
  ++hits_;
  on_hit_(std::move(*hit));
}

}  // namespace resound
