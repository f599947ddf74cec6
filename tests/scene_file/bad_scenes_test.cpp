#include <filesystem>
#include <fstream>
#include <sstream>

#include "scenes.h"
#include "source_folder.h"

using namespace resound;
namespace fs = std::filesystem;

namespace {

std::string contents(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// Lines that begin with "#! " say which problems a bad scene must show.
std::vector<std::string> expected_problems(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("#! ")) lines.push_back(line.substr(3));
  }
  return lines;
}

}  // namespace

TEST_CASE("every bad scene is refused with all of its problems, each at its place") {
  const fs::path folder = fs::path(RESOUND_TEST_DATA) / "bad-scenes";
  int scenes = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".toml") continue;
    CAPTURE(entry.path().filename().string());
    ++scenes;
    const std::vector<std::string> expected = expected_problems(contents(entry.path()));
    REQUIRE(!expected.empty());
    std::vector<std::string> found;
    try {
      load_scene(entry.path());
    } catch (const SceneError& error) {
      CHECK(error.code() == ExitCode::bad_input);
      for (const Problem& problem : error.problems()) {
        std::string text = problem.text();
        const std::string own_name = entry.path().string() + (problem.place.line > 0 ? ":" : ": ");
        if (text.starts_with(own_name)) text = text.substr(own_name.size());
        if (text.starts_with(folder.string())) text = text.substr(folder.string().size() + 1);
        found.push_back(text);
      }
    }
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      // the words of the TOML parser are its own
      const bool is_prefix = expected[i].ends_with("not TOML: ");
      CHECK((is_prefix ? found[i].substr(0, expected[i].size()) : found[i]) == expected[i]);
    }
  }
  CHECK(scenes >= 13);
}

TEST_CASE("a mistake reads as file, line, column, fact and remedy") {
  CHECK(trouble("[listener]\n[[bar]]\n[[drop]]\n  radius_m = -0.002\n") ==
        "test.toml:4:14: drop.radius_m is -0.002; a drop needs a positive radius");
}

TEST_CASE("a scene file that is missing or a folder is refused") {
  CHECK_THROWS_WITH_AS(load_scene("nowhere.toml"), "nowhere.toml: there is no such file", SceneError);
  CHECK_THROWS_AS(load_scene(RESOUND_TEST_DATA), SceneError);
}

TEST_CASE("a path that leaves the scene's folder through a link is refused") {
  const fs::path folder = fs::temp_directory_path() / "resound-link-test";
  fs::remove_all(folder);
  fs::create_directories(folder / "inside");
  std::ofstream(folder / "secret.csv") << "time_s,x_m,y_m,z_m\n0,0,0,0\n";
  std::ofstream(folder / "inside/own.csv") << "time_s,x_m,y_m,z_m\n0,1,2,3\n1,2,2,3\n";
  fs::create_symlink(folder / "secret.csv", folder / "inside/link.csv");
  const auto scene = [&](const std::string& file) {
    return parse_scene("[[beacon]]\n[listener]\npath_file = \"" + file + "\"\n", "a.toml", folder / "inside").scene;
  };
  CHECK(scene("own.csv").listeners[0].path.waypoints().size() == 2);
  CHECK(scene("sub/../own.csv").listeners[0].path.position(0) == Vec3{1, 2, 3});
  CHECK_THROWS_WITH_AS(scene("link.csv"), doctest::Contains("it leaves the scene's folder"), SceneError);
  CHECK_THROWS_AS(scene("../secret.csv"), SceneError);
  CHECK_THROWS_AS(scene("sub/../../secret.csv"), SceneError);
  fs::remove_all(folder);
}

TEST_CASE("text that is too large, too deep or too long in its keys is refused before it is parsed") {
  CHECK(trouble(std::string(5'000'000, '\n')).find("a scene file may have 4194304") != std::string::npos);
  CHECK(trouble("a = " + std::string(100'000, '[')).find("nested more than 16 deep") != std::string::npos);
  std::string deep = "a";
  for (int i = 0; i < 100'000; ++i) deep += ".\"=\"";
  CHECK(trouble(deep + " = 1").find("a key has more than 8 parts") != std::string::npos);
  CHECK(trouble("[" + deep + "]").find("a key has more than 8 parts") != std::string::npos);
  CHECK(trouble(small_scene("[air]\n# a.b.c.d.e.f.g.h.i.j [[[[[[[[[[[[[[[[[[\n")) == "");
  CHECK(trouble("title = \"a.b.c.d.e.f.g.h.i.j.k [[[[[[[[[[[[[[[[[[\"\n" + small_scene()) == "");
}

TEST_CASE("letters of any language may stand in texts and comments, and nowhere else") {
  CHECK(trouble("\xEF\xBB\xBFtitle = \"\u0428\u00e9\" # \u0428\n" + small_scene("name = '\u0428'\n")) == "");
  for (const char* text : {"\u0428 = 1\n", "a = \u0428\n", "a = 3'\u0428'\n", "a = 3.'\u0428'\n", "a.'\u0428' = 1\n",
                           "a = [1 '\u0428']\n", "a = \"\"\"\\\n\u0428\"\"\"\n", "a = 2026-01-01 '\u0428'\n"}) {
    CAPTURE(text);
    CHECK(trouble(text) != "");
  }
}

TEST_CASE("counts are limited before memory is taken") {
  std::string many = "[listener]\n";
  for (int i = 0; i < 5000; ++i) many += "[[bar]]\n";
  CHECK(trouble(many).find("there are 5000 of bar; a scene may have 4096") != std::string::npos);
  std::string path = "[[beacon]]\n[listener]\npath = [";
  for (int i = 0; i < 10'001; ++i) path += "{time_s=" + std::to_string(i) + ",position_m=[0,0,0]},";
  CHECK(trouble(path + "]\n").find("it has 10001 waypoints and may have 10000") != std::string::npos);
}

TEST_CASE("of very many mistakes the first fifty are told") {
  std::string text = small_scene("[air]\n");
  for (int i = 0; i < 200; ++i) text += "key" + std::to_string(i) + " = 1\n";
  try {
    parse(text);
    FAIL("accepted");
  } catch (const SceneError& error) {
    CHECK(error.problems().size() == 51);
    CHECK(error.problems().back().message == "and 150 more problems");
  }
}
