#include "scene_file/scene_file.h"

#include "base/content_hash.h"
#include "scene_file/overrides.h"
#include "scene_file/read_scene.h"
#include "scene_file/scene_folder.h"
#include "scene_file/text_limits.h"
#include "scene_file/toml_text.h"

namespace resound {

LoadedScene parse_scene(std::string_view text, const std::string& name, const std::filesystem::path& folder,
                        std::span<const std::string> overrides) {
  Node top = parse_toml(text, name);
  Problems problems(name);
  for (const std::string& item : overrides) apply_override(top, item, problems);
  Scene scene = read_scene(top, folder, problems);
  problems.throw_if_any();
  scene.name = std::filesystem::path(name).stem().string();
  return describe_scene(std::move(scene));
}

LoadedScene load_scene(const std::filesystem::path& path, std::span<const std::string> overrides) {
  const std::string text = read_whole_file(path, kLargestSceneFile);
  return parse_scene(text, path.string(), path.parent_path(), overrides);
}

LoadedScene describe_scene(Scene scene) {
  LoadedScene loaded;
  loaded.scene = std::move(scene);
  loaded.canonical_text = canonical_text(loaded.scene);
  loaded.hash = content_hash(loaded.canonical_text);
  return loaded;
}

}  // namespace resound
