#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

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

void run(const ListCommand&) {
  for (const SceneListing& scene : list_scenes()) fmt::print("  {:<20} {}\n", scene.name, scene.title);
  fmt::print("\nresound render NAME makes NAME.mp4 of one of them.\n");
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
