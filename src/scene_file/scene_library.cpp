#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/near_word.h"
#include "scene_file/node.h"
#include "scene_file/scene_file.h"
#include "scene_file/scene_folder.h"
#include "scene_file/text_limits.h"

namespace resound {
namespace fs = std::filesystem;
namespace {

// Name to path; a folder that comes earlier wins.
std::map<std::string, fs::path> scene_paths(const std::vector<fs::path>& folders) {
  std::map<std::string, fs::path> paths;
  for (const fs::path& folder : folders) {
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
      if (entry.path().extension() == ".toml") paths.emplace(entry.path().stem().string(), entry.path());
    }
  }
  return paths;
}

// The first comment that speaks to people; "#:schema" speaks to editors.
std::string first_comment(std::string_view text) {
  while (text.starts_with('#')) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(1, end - 1);
    if (line.starts_with(' ')) return printable(line.substr(1));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return "";
}

}  // namespace

std::vector<fs::path> scene_folders() {
  std::vector<fs::path> folders;
  std::string_view rest = RESOUND_SCENE_DIRS;  // with : between them
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    folders.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  // an installed program that was moved, or unpacked from a package
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (!error) folders.push_back(program.parent_path().parent_path() / "share/resound/scenes");
  return folders;
}

std::vector<SceneListing> list_scenes(const std::vector<fs::path>& folders) {
  std::vector<SceneListing> listings;
  for (const auto& [name, path] : scene_paths(folders)) {
    try {
      const std::string text = read_whole_file(path, kLargestSceneFile);
      const Scene scene = load_scene(path).scene;
      listings.push_back({name, scene.title, first_comment(text), family_of(scene), path});
    } catch (const InputError&) {
      listings.push_back({name, fmt::format("has mistakes; `resound check {}` tells which", name), "", {}, path});
    }
  }
  return listings;
}

fs::path find_scene(const std::string& name_or_path, const std::vector<fs::path>& folders) {
  std::error_code error;
  if (fs::is_regular_file(name_or_path, error)) return name_or_path;
  const std::map<std::string, fs::path> paths = scene_paths(folders);
  if (const auto found = paths.find(name_or_path); found != paths.end()) return found->second;

  const std::string what = printable(name_or_path);
  if (name_or_path.find('/') != std::string::npos || name_or_path.ends_with(".toml")) {
    throw SceneError({what}, "there is no such file");
  }
  std::vector<std::string> names;
  for (const auto& entry : paths) names.push_back(entry.first);
  throw InputError(fmt::format("{} is neither a file nor a scene that ships (`resound list` shows those){}", what,
                               did_you_mean(name_or_path, names)));
}

}  // namespace resound
