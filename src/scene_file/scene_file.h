#pragma once
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scene/family.h"
#include "scene/scene.h"
#include "scene_file/scene_error.h"

// Text to scene, and all that is known about that text. What a user got wrong comes as SceneError: every problem of the
// file, each with its place, the fact and the remedy.
namespace resound {

struct LoadedScene {
  Scene scene;
  std::string canonical_text;  // every key written out in a fixed order; reads back as the same scene
  std::string hash;            // of the canonical text: names what is rendered
};

// Overrides are "bar.length_m=0.4" or "bar[2].length_m=0.4", the values as in TOML.
LoadedScene load_scene(const std::filesystem::path& path, std::span<const std::string> overrides = {});

// `name` stands in messages; files that the scene names must lie in `folder`.
LoadedScene parse_scene(std::string_view text, const std::string& name, const std::filesystem::path& folder,
                        std::span<const std::string> overrides = {});

// The same for a scene that was put together in memory.
LoadedScene describe_scene(Scene scene);

// Scenes that ship. The default folders are that of the source tree and those of an installed program.
std::vector<std::filesystem::path> scene_folders();

struct SceneListing {
  std::string name;     // "rain"
  std::string title;    // "Rain on an aluminium bar"
  std::string summary;  // the first line of comment in the file
  Family family = Family::test_sources;
  std::filesystem::path path;
};
std::vector<SceneListing> list_scenes(const std::vector<std::filesystem::path>& folders = scene_folders());

// A path stays itself; the name of a scene that ships becomes its path. Anything else throws InputError that names the
// nearest scene.
std::filesystem::path find_scene(const std::string& name_or_path,
                                 const std::vector<std::filesystem::path>& folders = scene_folders());

// The description of a key ("bar.length_m"), of a table ("bar": lists its keys), or of the whole file (""). Something
// unknown throws UsageError that names the nearest.
std::string explain(std::string_view key);

std::string reference_page();                      // Markdown: docs/scene-reference.md
std::string json_schema();                         // draft 2020-12, for editors: docs/scene.schema.json
std::string starter_scene(std::string_view kind);  // a commented scene about one kind of object, ready to render
std::vector<std::string> object_kinds();           // "bar", "rain", ...

}  // namespace resound
