#include "scene_file/scene_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

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

SceneFileName file_in_folder(const fs::path& folder, std::string_view name) {
  const std::string missing = "there is no such file beside the scene";
  const std::string leaves = "it leaves the scene's folder; put the file beside the scene";
  if (name.empty() || name.find('\0') != std::string_view::npos) return {"", "it must name a file"};
  const fs::path relative = fs::path(name).lexically_normal();
  if (relative.is_absolute() || *relative.begin() == "..") return {"", leaves};
  std::error_code error;
  const fs::path home = fs::canonical(folder.empty() ? fs::path(".") : folder, error);
  if (error) return {"", missing};
  const fs::path full = fs::canonical(folder / relative, error);
  if (error) return {"", missing};
  const auto parted = std::mismatch(home.begin(), home.end(), full.begin(), full.end());
  if (parted.first != home.end()) return {"", leaves};
  if (!fs::is_regular_file(full, error)) return {"", missing};
  return {folder / relative, ""};
}

}  // namespace resound
