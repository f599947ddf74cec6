#include "scene_file/scene_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "base/file_series.h"
#include "scene_file/node.h"

namespace resound {
namespace fs = std::filesystem;

std::string read_whole_file(const fs::path& path, std::size_t most_bytes) {
  const Place place{printable(path.string())};
  std::error_code error;
  if (!fs::exists(path, error)) throw SceneError(place, "there is no such file");
  if (!fs::is_regular_file(path, error)) throw SceneError(place, "not a file; name a file that holds text");
  std::ifstream file(path, std::ios::binary);
  if (!file) throw SceneError(place, "cannot be read; check its permissions");
  std::string text(most_bytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.size() > most_bytes) throw SceneError(place, fmt::format("is larger than {} bytes", most_bytes));
  return text;
}

namespace {

const std::string kLeaves = "it leaves the scene's folder; put the file beside the scene";

// Does a path that exists lie inside, also after links are followed?
bool lies_inside(const fs::path& home, const fs::path& path) {
  std::error_code error;
  const fs::path full = fs::canonical(path, error);
  return !error && std::mismatch(home.begin(), home.end(), full.begin(), full.end()).first == home.end();
}

}  // namespace

SceneFileName files_in_folder(const fs::path& folder, std::string_view name) {
  if (name.empty() || name.find('\0') != std::string_view::npos) return {"", "it must name files"};
  const fs::path relative = fs::path(name).lexically_normal();
  if (relative.is_absolute() || *relative.begin() == "..") return {"", kLeaves};
  std::error_code error;
  const fs::path home = fs::canonical(folder.empty() ? fs::path(".") : folder, error);
  const std::vector<SeriesFile> files = find_series(folder / relative);
  if (error || files.empty())
    return {"", "no file beside the scene has such a name; write frame_####.csv, or a folder"};
  for (const SeriesFile& file : files)
    if (!lies_inside(home, file.path)) return {"", kLeaves};
  return {folder / relative, ""};
}

SceneFileName file_in_folder(const fs::path& folder, std::string_view name) {
  const std::string missing = "there is no such file beside the scene";
  if (name.empty() || name.find('\0') != std::string_view::npos) return {"", "it must name a file"};
  const fs::path relative = fs::path(name).lexically_normal();
  if (relative.is_absolute() || *relative.begin() == "..") return {"", kLeaves};
  std::error_code error;
  const fs::path home = fs::canonical(folder.empty() ? fs::path(".") : folder, error);
  if (error) return {"", missing};
  if (!fs::exists(folder / relative, error)) return {"", missing};
  if (!lies_inside(home, folder / relative)) return {"", kLeaves};
  if (!fs::is_regular_file(folder / relative, error)) return {"", missing};
  return {folder / relative, ""};
}

}  // namespace resound
