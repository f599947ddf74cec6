#include "base/csv_line.h"

namespace resound {

std::string_view without_blanks(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

char separator_of(std::string_view header) {
  bool quoted = false;
  for (const char c : header) {
    if (c == '"') quoted = !quoted;
    if (!quoted && (c == ',' || c == ';' || c == '\t')) return c;
  }
  return ',';
}

bool split_csv_line(std::string_view line, char separator, std::vector<std::string>& fields) {
  std::size_t count = 0;
  for (std::size_t at = 0; at <= line.size(); ++count) {
    if (fields.size() <= count) fields.emplace_back();
    std::string& field = fields[count];
    field.clear();
    while (at < line.size() && (line[at] == ' ' || (line[at] == '\t' && separator != '\t'))) ++at;
    if (at < line.size() && line[at] == '"') {
      for (++at;; ++at) {
        if (at >= line.size()) return false;
        if (line[at] != '"') {
          field += line[at];
        } else if (at + 1 < line.size() && line[at + 1] == '"') {
          field += line[at++];
        } else {
          break;
        }
      }
      const std::size_t end = std::min(line.find(separator, at), line.size());
      if (!without_blanks(line.substr(at + 1, end - at - 1)).empty()) return false;
      at = end + 1;
    } else {
      const std::size_t end = std::min(line.find(separator, at), line.size());
      field = without_blanks(line.substr(at, end - at));
      at = end + 1;
    }
  }
  fields.resize(count);
  return true;
}

}  // namespace resound
