#include "output/output_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "base/error.h"
#include "base/file.h"
#include "output/output_kind.h"

namespace resound {
namespace {

// An object's name as part of a file name.
std::string as_file_name(const std::string& name) {
  std::string safe;
  for (const char c : name) {
    const bool is_plain = std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || c == '.';
    safe += is_plain ? c : '-';
  }
  return safe;
}

// One spelling for one file: "a.wav", "./a.wav" and "sub/../a.wav" are the same, and so are two links to one folder.
std::filesystem::path one_spelling(const std::filesystem::path& file) {
  std::error_code trouble;
  const auto folder = std::filesystem::weakly_canonical(folder_of(file), trouble);
  if (trouble) return std::filesystem::absolute(file).lexically_normal();
  return folder / file.filename();
}

}  // namespace

std::vector<std::filesystem::path> stem_paths(const std::filesystem::path& output,
                                              const std::vector<std::string>& names) {
  const std::string suffix = output_kind(output) == OutputKind::flac ? ".flac" : ".wav";
  std::vector<std::filesystem::path> paths;
  for (const std::string& name : names) {
    std::filesystem::path path;
    for (int number = 1; path.empty() || std::ranges::count(paths, path) > 0; ++number)
      path = folder_of(output) / fmt::format("{}.stem-{}{}{}", output.stem().string(), as_file_name(name),
                                             number == 1 ? "" : fmt::format("-{}", number), suffix);
    paths.push_back(path);
  }
  return paths;
}

std::filesystem::path run_record_path(const std::filesystem::path& output) { return output.string() + ".run.json"; }

void require_distinct(std::span<const std::filesystem::path> files) {
  std::map<std::filesystem::path, std::filesystem::path> seen;  // one spelling -> as it was given
  for (const auto& file : files) {
    const auto [first, is_new] = seen.emplace(one_spelling(file), file);
    if (is_new) continue;
    const std::string other = first->second == file ? "" : fmt::format(" (also as {})", first->second.string());
    throw UsageError(fmt::format("{}{} would be written twice by one render; give every output a name of its own",
                                 file.string(), other));
  }
}

}  // namespace resound
