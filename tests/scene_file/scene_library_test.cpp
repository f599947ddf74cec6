#include "scenes.h"
#include "source_folder.h"

using namespace resound;

TEST_CASE("every scene that ships loads, has a title and a summary") {
  const std::vector<SceneListing> scenes = list_scenes({RESOUND_ROOT "/scenes"});
  CHECK(scenes.size() >= 6);
  for (const SceneListing& listing : scenes) {
    CAPTURE(listing.name);
    const LoadedScene loaded = load_scene(listing.path);
    CHECK(loaded.scene.title == listing.title);
    CHECK(!listing.title.empty());
    CHECK(listing.summary.size() > 20);
    CHECK(parse_scene(loaded.canonical_text, "test.toml", listing.path.parent_path()).hash == loaded.hash);
  }
}

TEST_CASE("the scenes of the first family are among those that ship") {
  for (const char* name : {"rain", "storm", "drop", "rain-as-published", "click-flash", "passing-tone"}) {
    CHECK(load_scene(find_scene(name)).scene.name == name);
  }
  CHECK(load_scene(find_scene("drop")).scene.slow_motion == 8);
  CHECK(first<Rain>(load_scene(find_scene("rain-as-published")).scene).excitation == DropExcitation::as_published);
}

TEST_CASE("scenes are listed by what they are about") {
  const auto family = [](const char* name) { return family_of(load_scene(find_scene(name)).scene); };
  CHECK(family("bowl") == Family::solids);
  CHECK(family("wine-glass") == Family::struck_objects);
  CHECK(family("pour") == Family::grains);  // into a cup that is struck
  CHECK(family("sandfall") == Family::grains);
  CHECK(family("guitar") == Family::rods);  // on a body
  CHECK(family("glass-fill") == Family::liquids);
  CHECK(family("drop") == Family::rain);
  CHECK(family("click-flash") == Family::test_sources);
}

TEST_CASE("a scene that nobody knows names the nearest and where to look") {
  CHECK_THROWS_WITH_AS(find_scene("rian"), doctest::Contains("did you mean rain?"), InputError);
  CHECK_THROWS_WITH_AS(find_scene("rian"), doctest::Contains("resound list"), InputError);
  CHECK_THROWS_WITH_AS(find_scene("my/rain.toml"), "my/rain.toml: there is no such file", SceneError);
}

TEST_CASE("a path to a scene stays itself") {
  const std::string path = RESOUND_ROOT "/scenes/rain.toml";
  CHECK(find_scene(path) == path);
}
