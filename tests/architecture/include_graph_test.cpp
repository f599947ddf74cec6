#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "source_folder.h"

// Draws which folder includes which, and fails on an arrow that points back along the road.
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;

const fs::path kRoot = RESOUND_ROOT;
const Names kFoundations{"base", "numerics", "geometry", "audio"};

// What a folder may include: whole folders, or single headers (the result type of a stage).
const std::map<std::string, Names> kAllowed{
    {"base", {}},
    {"numerics", {"base"}},
    {"geometry", {"base", "numerics"}},
    {"audio", {"base", "numerics"}},
    {"hit_file", {"base", "numerics"}},
    {"collision_file", {"base", "numerics"}},
    {"collision_statistics", {"base", "numerics", "collision_file/listed_collision.h", "grain"}},
    {"particle_file", {"base", "numerics"}},
    {"liquid", {"base", "numerics", "geometry"}},
    {"splash", {"base", "numerics", "liquid/liquid_view.h"}},
    {"mesh_file", {"base", "numerics", "geometry"}},
    {"fem", {"base", "numerics", "geometry"}},
    {"solid", {"base", "numerics", "geometry", "audio/pair_filter.h"}},
    {"rod", {"base", "numerics", "geometry"}},
    {"grain", {"base", "numerics", "geometry"}},
    {"liquid", {"base", "numerics", "geometry"}},
    {"radiation", {"base", "numerics", "geometry"}},
    {"scene", {"base", "numerics", "geometry"}},
    {"scene_file", {"base", "numerics", "geometry", "scene"}},
    {"body", {"base", "numerics", "geometry", "scene", "mesh_file", "fem", "solid", "radiation"}},
    {"motion",
     {"base", "numerics", "geometry", "audio", "hit_file", "collision_file", "collision_statistics", "particle_file",
      "splash", "liquid", "rod", "scene", "solid", "grain", "body"}},
    {"emission",
     {"base", "numerics", "geometry", "audio", "radiation", "scene", "body", "motion/motion_events.h",
      "motion/contact/force_pulse.h", "motion/contact/hertz.h", "motion/contact/resting_contact.h",
      "motion/grain/grain_sorts.h"}},
    {"propagation", {"base", "numerics", "geometry", "audio", "radiation", "scene", "emission/source_signals.h"}},
    {"listener", {"base", "numerics", "audio", "scene", "propagation/arrivals.h", "propagation/receiver.h"}},
    {"picture", {"base", "numerics", "geometry", "scene", "motion/motion_events.h", "emission/source_signals.h"}},
    {"output",
     {"base", "numerics", "audio", "collision_file/collision_survey.h", "listener/heard.h", "picture/image.h"}},
    {"render",
     {"base", "numerics", "geometry", "audio", "radiation/ringing_points.h", "scene", "body", "motion", "emission",
      "propagation", "listener", "picture", "output", "collision_file", "splash"}},
    {"resound.h", {"render", "scene_file"}},
    {"cli",
     {"base", "scene", "body", "motion/strike/hit_survey.h", "motion/particles/particles_motion.h",
      "splash/splash_list.h", "motion/solid/solid_step.h", "motion/rod/rod_step.h", "scene_file", "hit_file",
      "collision_file", "collision_statistics", "render", "output", "picture/film.h"}},
};

struct Include {
  std::string file;    // "render/render.cpp"
  std::string header;  // "motion/motion.h"
};

std::string folder_of(const std::string& path) { return path.substr(0, path.find('/')); }

std::vector<std::string> parts(const fs::path& path) {
  std::vector<std::string> names;
  for (const fs::path& name : path) names.push_back(name.string());
  return names;
}

std::vector<Include> includes_below(const fs::path& top) {
  const std::regex quoted("^\\s*#include \"([a-z_0-9]+/[^\"]+)\"");
  std::vector<Include> found;
  for (const auto& entry : fs::recursive_directory_iterator(top)) {
    if (entry.path().extension() != ".h" && entry.path().extension() != ".cpp") continue;
    std::ifstream file(entry.path());
    std::smatch match;
    for (std::string line; std::getline(file, line);)
      if (std::regex_search(line, match, quoted))
        found.push_back({fs::relative(entry.path(), top).generic_string(), match[1]});
  }
  return found;
}

std::vector<Include> all_includes() {
  std::vector<Include> found = includes_below(kRoot / "src");
  for (const Include& include : includes_below(kRoot / "apps")) found.push_back(include);
  return found;
}

std::string draw(const std::vector<Include>& includes) {
  std::map<std::string, Names> arrows;
  for (const auto& [file, header] : includes)
    if (folder_of(file) != folder_of(header) && folder_of(file) != "resound.h" &&
        !kFoundations.contains(folder_of(header)))
      arrows[folder_of(file)].insert(folder_of(header));
  std::ostringstream mermaid;
  mermaid << "```mermaid\ngraph LR\n";
  for (const auto& [from, targets] : arrows)
    for (const auto& to : targets) mermaid << "  " << from << " --> " << to << "\n";
  mermaid << "```\n";
  return mermaid.str();
}

std::string text_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("includes run one way along the road") {
  const std::vector<Include> includes = all_includes();
  REQUIRE(includes.size() > 100);
  for (const auto& [file, header] : includes) {
    const std::string from = folder_of(file), to = folder_of(header);
    if (from == to) continue;
    CAPTURE(file);
    CAPTURE(header);
    REQUIRE(kAllowed.contains(from));
    CHECK((kAllowed.at(from).contains(to) || kAllowed.at(from).contains(header)));
  }
}

TEST_CASE("no family of motion includes another") {
  for (const auto& [file, header] : includes_below(kRoot / "src")) {
    const std::vector<std::string> from = parts(file), to = parts(header);
    if (from[0] != "motion" || to[0] != "motion" || from.size() < 3 || to.size() < 3) continue;
    // no families: how two bodies touch, what walls there are, what can be heard of any liquid
    if (to[1] == "contact" || to[1] == "wall" || to[1] == "splash") continue;
    CAPTURE(file);
    CAPTURE(header);
    CHECK(from[1] == to[1]);
  }
}

TEST_CASE("the drawing in the architecture page is the graph of the code") {
  const fs::path page = kRoot / "docs" / "architecture.md";
  const std::string drawing = draw(all_includes());
  const bool shown = text_of(page).find(drawing) != std::string::npos;
  INFO("docs/architecture.md should show:\n" << drawing);
  CHECK(shown);
}

// The linker would keep one of the two and use it for both.
TEST_CASE("no two headers give one name to two types") {
  const std::regex definition(
      "^(struct|class|enum class) (alignas\\([0-9]+\\) )?([A-Za-z0-9]+) ?(final )?(:(?!:)|\\{)");
  std::map<std::string, std::string> defined_in;
  for (const auto& entry : fs::recursive_directory_iterator(kRoot / "src")) {
    if (entry.path().extension() != ".h") continue;
    std::ifstream file(entry.path());
    std::smatch match;
    for (std::string line; std::getline(file, line);) {
      if (!std::regex_search(line, match, definition)) continue;
      const auto [known, is_new] = defined_in.emplace(match[3], entry.path().filename().string());
      CAPTURE(match[3].str());
      CAPTURE(known->second);
      CAPTURE(entry.path().filename().string());
      CHECK(is_new);
    }
  }
  CHECK(defined_in.size() > 200);
}
