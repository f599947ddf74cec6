#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "scene_file/key_tables.h"
#include "scenes.h"
#include "source_folder.h"

using namespace resound;

namespace {

// Compares a committed page with a fresh one; RESOUND_UPDATE_DOCS=1 writes it anew.
void check_page(const std::string& name, const std::string& fresh) {
  const std::string path = RESOUND_ROOT "/docs/" + name;
  if (std::getenv("RESOUND_UPDATE_DOCS")) std::ofstream(path) << fresh;
  std::ostringstream committed;
  committed << std::ifstream(path).rdbuf();
  CHECK_MESSAGE(committed.str() == fresh,
                "docs/" << name << " is out of date: cmake --build build/release --target scene_docs");
}

}  // namespace

TEST_CASE("the committed reference page says what the reader does") {
  check_page("scene-reference.md", reference_page());
}

TEST_CASE("the committed JSON Schema says what the reader does") { check_page("scene.schema.json", json_schema()); }

TEST_CASE("every key has a sentence, a default or words for it, and a range where it is a number") {
  for (const TableInfo& table : all_tables()) {
    for (const KeyInfo& key : table.keys) {
      CAPTURE(table.path(key));
      CHECK(key.sentence.size() > 10);
      CHECK(key.sentence.ends_with('.'));
      CHECK((!key.default_value.empty() || !key.default_words.empty()));
      if (key.kind == ValueKind::number) CHECK((key.low || key.high));
      if (key.low && key.high) CHECK(key.low->value < key.high->value);
    }
  }
}

TEST_CASE("every default lies in its range, and a value just beyond is refused") {
  for (const TableInfo& table : all_tables()) {
    for (const KeyInfo& key : table.keys) {
      if (key.kind != ValueKind::number && key.kind != ValueKind::integer) continue;
      CAPTURE(table.path(key));
      if (!key.default_value.empty()) CHECK(key.contains(std::stod(key.default_value)));
      const std::string head = table.name.empty() ? "" : "[" + table.name + "]\n";
      const std::string other =
          (table.name == "listener" ? "" : "[listener]\n") + std::string(table.is_object ? "" : "[beacon]\n");
      const auto complaint = [&](double value) {
        std::ostringstream line;
        line.precision(17);
        line << key.name << " = " << value << "\n";
        const bool is_top = table.name.empty();
        return trouble(is_top ? line.str() + other : other + head + line.str());
      };
      const auto beyond = [](double limit, double sign) {
        return limit + sign * std::max(1e-9, std::abs(limit) * 1e-6);
      };
      if (key.low) CHECK(complaint(beyond(key.low->value, -1)).find(table.path(key) + " is ") != std::string::npos);
      if (key.high) CHECK(complaint(beyond(key.high->value, 1)).find(table.path(key) + " is ") != std::string::npos);
    }
  }
}

TEST_CASE("explain tells type, unit, range and default of a key") {
  const std::string text = explain("bar.length_m");
  for (const char* part :
       {"bar.length_m", "How long the bar is.", "number", "unit     m", "above 0, at most 100", "0.5", "[[bar]]"}) {
    CHECK_MESSAGE(text.find(part) != std::string::npos, part);
  }
  CHECK(explain("radius_m").find("drop.radius_m") != std::string::npos);
  CHECK(explain("radius_m").find("beacon.radius_m") != std::string::npos);
  CHECK(explain("drop.speed_m_per_s").find("its terminal speed") != std::string::npos);
}

TEST_CASE("explain of a table lists its keys, of nothing all tables") {
  CHECK(explain("bar").find("wet_patch.bubble_chance") != std::string::npos);
  CHECK(explain("").find("[[beacon]]") != std::string::npos);
  CHECK(explain("picture.camera").find("camera.look_at_m") != std::string::npos);
  CHECK(explain("picture.camera").find("sun_direction") == std::string::npos);
}

TEST_CASE("explain of an unknown key names the nearest") {
  CHECK_THROWS_WITH_AS(explain("bar.lenght_m"), doctest::Contains("did you mean bar.length_m?"), UsageError);
  CHECK_THROWS_WITH_AS(explain("tempreature_c"), doctest::Contains("did you mean temperature_c?"), UsageError);
}

TEST_CASE("a starter scene of every kind loads and shows what it is about") {
  for (const std::string& kind : object_kinds()) {
    CAPTURE(kind);
    const std::string text = starter_scene(kind);
    CHECK(trouble(text) == "");
    CHECK(text.find("\n[[" + kind + "]]\n") != std::string::npos);
  }
  CHECK(starter_scene("bar").find("\n[[rain]]\n") != std::string::npos);  // a bar alone is silent
  CHECK(starter_scene("beacon").find("\n[[rain]]\n") == std::string::npos);
  CHECK_THROWS_WITH_AS(starter_scene("bra"), doctest::Contains("did you mean bar?"), UsageError);
}

TEST_CASE("a starter scene with every comment taken away loads as well") {
  for (const std::string& kind : object_kinds()) {
    std::istringstream lines(starter_scene(kind));
    std::string text;
    for (std::string line; std::getline(lines, line);) {
      const bool is_default = line.starts_with("# ") && line.find(" = ") != std::string::npos;
      text += (is_default ? line.substr(2) : line) + "\n";
    }
    CAPTURE(text);
    CHECK(trouble(text) == "");
  }
}

TEST_CASE("the schema knows every key and its range") {
  const auto schema = nlohmann::json::parse(json_schema());
  const auto& bar = schema.at("$defs").at("bar").at("properties");
  CHECK(bar.at("length_m").at("exclusiveMinimum") == 0);
  CHECK(bar.at("wet_patch").at("properties").at("bubble_chance").at("maximum") == 1);
  CHECK(bar.at("material").at("anyOf").at(0).at("enum").size() >= 7);
  CHECK(schema.at("properties").at("air").at("additionalProperties") == false);
  CHECK(schema.at("properties").at("duration_s").at("default") == 5);
}
