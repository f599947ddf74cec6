#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>

#include "base/atomic_file.h"
#include "commands.h"

namespace resound {

LoadedScene load(const SceneChoice& choice) {
  std::vector<std::string> overrides = choice.set;
  if (choice.seed) overrides.push_back(fmt::format("seed={}", *choice.seed));
  return load_scene(find_scene(choice.scene), overrides);
}

void run(const CheckCommand& command) {
  const Scene scene = load(command.scene).scene;
  fmt::print("{} is fine: {:g} s, {} object{}, {} listener{}\n", command.scene.scene, scene.duration,
             scene.objects.size(), scene.objects.size() == 1 ? "" : "s", scene.listeners.size(),
             scene.listeners.size() == 1 ? "" : "s");
}

// By families. A scene's twin with a paper's own formulas stands in the same line.
void run(const ListCommand&) {
  const std::string twin = "-as-published";
  std::vector<SceneListing> scenes = list_scenes();
  std::ranges::stable_sort(scenes, {}, &SceneListing::family);
  const auto exists = [&](const std::string& name) {
    return std::ranges::find(scenes, name, &SceneListing::name) != scenes.end();
  };

  std::optional<Family> family;
  for (const SceneListing& scene : scenes) {
    if (scene.name.ends_with(twin) && exists(scene.name.substr(0, scene.name.size() - twin.size()))) continue;
    if (family != scene.family) fmt::print("{}{}\n", family ? "\n" : "", heading(scene.family));
    family = scene.family;
    fmt::print("  {:<22} {}{}\n", scene.name, scene.title, exists(scene.name + twin) ? " *" : "");
  }
  fmt::print("\n* also as a paper published it: NAME{}\nresound render NAME makes NAME.mp4 of one of them.\n", twin);
}

void run(const ExplainCommand& command) { fmt::print("{}", explain(command.key)); }

void run(const SchemaCommand&) { fmt::print("{}", json_schema()); }

void run(const ReferenceCommand&) { fmt::print("{}", reference_page()); }

void run(const NewCommand& command) {
  const std::string text = starter_scene(command.kind);
  const std::string output = command.output.empty() ? command.kind + ".toml" : command.output;
  write_atomically(output, command.force, text);
  fmt::print("{0} is written; change it, then: resound render {0}\n", output);
}

void run(const ShowText& command) { fmt::print("{}", command.text); }

}  // namespace resound
