#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "scene_file/scene_file.h"
#include "source_folder.h"

using namespace resound;

namespace {

struct Row {
  std::string name;
  std::vector<std::string> set;
};

// The rows of the table in docs/grains.md under that heading; what they set stands between back quotes.
std::vector<Row> rows_under(const std::string& heading) {
  std::ifstream page(std::filesystem::path(RESOUND_ROOT) / "docs/grains.md");
  std::vector<Row> rows;
  bool is_inside = false;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("| " + heading + " |")) {
      is_inside = true;
    } else if (!line.starts_with("|")) {
      is_inside = false;
    } else if (is_inside && !line.starts_with("| ---")) {
      Row row{line.substr(2, line.find(" |", 2) - 2), {}};
      for (std::size_t open = line.find('`'); open != std::string::npos; open = line.find('`', open + 1)) {
        const std::size_t close = line.find('`', open + 1);
        row.set.push_back(line.substr(open + 1, close - open - 1));
        open = close;
      }
      rows.push_back(row);
    }
  }
  return rows;
}

}  // namespace

TEST_CASE("every grain of the pour goes with every container, empty and filled") {
  const std::vector<Row> grains = rows_under("grains"), containers = rows_under("container");
  REQUIRE(grains.size() == 6);
  REQUIRE(containers.size() == 5);
  for (const Row& grain : grains)
    for (const Row& container : containers)
      for (const char* bed : {"bed.count=0", "bed.count=1000"}) {
        CAPTURE(grain.name);
        CAPTURE(container.name);
        std::vector<std::string> set = grain.set;
        set.insert(set.end(), container.set.begin(), container.set.end());
        set.emplace_back(bed);
        CHECK_NOTHROW(load_scene(find_scene("pour"), set));
      }
}

TEST_CASE("an object is set by its name") {
  const std::vector<std::string> set{"cup.material=ceramic", "bed.count=7"};
  const Scene scene = load_scene(find_scene("pour"), set).scene;
  for (const Object& object : scene.objects) {
    if (object.name == "cup") CHECK(std::get<Body>(object.kind).material.name == "ceramic");
    if (object.name == "bed") CHECK(std::get<Grains>(object.kind).count == 7);
  }
  const std::vector<std::string> twice{"cup[2].wall_m=0.001"};
  CHECK_THROWS_WITH_AS(load_scene(find_scene("pour"), twice), doctest::Contains("only one cup"), SceneError);
}

TEST_CASE("an object is set by its name though objects of another kind are called so") {
  const std::vector<std::string> set{"sand.count=7"};  // these are [[grains]]
  const Scene scene = load_scene(find_scene("hourglass"), set).scene;
  for (const Object& object : scene.objects)
    if (object.name == "sand") CHECK(std::get<Grains>(object.kind).count == 7);
}
