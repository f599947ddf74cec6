#include "base/file_series.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <optional>

namespace resound {
namespace {

namespace fs = std::filesystem;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// What stands before and after the number, and whether only digits may stand for it.
struct SeriesPattern {
  std::string before, after;
  bool digits_only = true;
};

std::optional<SeriesPattern> parsed(std::string_view name) {
  const auto cut = [&](std::size_t at, std::size_t length, bool digits) {
    return SeriesPattern{std::string(name.substr(0, at)), std::string(name.substr(at + length)), digits};
  };
  if (const std::size_t at = name.find('%'); at != std::string_view::npos) {
    std::size_t end = at + 1;
    while (end < name.size() && is_digit(name[end])) ++end;
    if (end < name.size() && (name[end] == 'd' || name[end] == 'i' || name[end] == 'u'))
      return cut(at, end + 1 - at, true);
  }
  if (const std::size_t at = name.find("$F"); at != std::string_view::npos) {
    std::size_t end = at + 2;
    while (end < name.size() && is_digit(name[end])) ++end;
    return cut(at, end - at, true);
  }
  if (const std::size_t at = name.find('#'); at != std::string_view::npos)
    return cut(at, std::min(name.find_first_not_of('#', at), name.size()) - at, true);
  if (const std::size_t at = name.find('*'); at != std::string_view::npos) return cut(at, 1, false);
  return std::nullopt;
}

std::int64_t last_number(std::string_view text) {
  std::size_t end = text.size();
  while (end > 0 && !is_digit(text[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && is_digit(text[begin - 1])) --begin;
  std::int64_t number = 0;
  std::from_chars(text.data() + begin, text.data() + end, number);
  return number;
}

std::optional<std::int64_t> number_of(const SeriesPattern& pattern, const std::string& name) {
  if (name.size() <= pattern.before.size() + pattern.after.size() || !name.starts_with(pattern.before) ||
      !name.ends_with(pattern.after))
    return std::nullopt;
  const std::string_view middle =
      std::string_view(name).substr(pattern.before.size(), name.size() - pattern.before.size() - pattern.after.size());
  if (!pattern.digits_only) return last_number(middle);
  if (middle.size() > 18 || !std::ranges::all_of(middle, is_digit)) return std::nullopt;
  return last_number(middle);
}

std::vector<std::string> files_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    const std::string name = at->path().filename().string();
    if (!name.starts_with('.') && at->is_regular_file(ignored)) names.push_back(name);
  }
  return names;
}

std::vector<SeriesFile> whole_folder(const fs::path& folder) {
  const std::vector<std::string> names = files_in(folder);
  std::map<std::string, int> suffixes;
  for (const std::string& name : names) ++suffixes[fs::path(name).extension().string()];
  const auto most = std::ranges::max_element(suffixes, {}, [](const auto& item) { return item.second; });
  std::vector<SeriesFile> found;
  for (const std::string& name : names) {
    const fs::path path(name);
    if (path.extension() == most->first) found.push_back({last_number(path.stem().string()), folder / name});
  }
  return found;
}

}  // namespace

bool is_series_pattern(std::string_view name) { return parsed(name).has_value(); }

std::vector<SeriesFile> find_series(const fs::path& pattern) {
  std::error_code error;
  std::vector<SeriesFile> found;
  const fs::path folder = pattern.has_parent_path() ? pattern.parent_path() : fs::path(".");
  if (fs::is_directory(pattern, error)) {
    found = whole_folder(pattern);
  } else if (fs::is_regular_file(pattern, error)) {
    found.push_back({last_number(pattern.stem().string()), pattern});
  } else if (const auto cut = parsed(pattern.filename().string())) {
    for (const std::string& name : files_in(folder))
      if (const auto number = number_of(*cut, name)) found.push_back({*number, folder / name});
  }
  std::ranges::sort(found, [](const SeriesFile& a, const SeriesFile& b) {
    return a.number != b.number ? a.number < b.number : a.path < b.path;
  });
  return found;
}

}  // namespace resound
