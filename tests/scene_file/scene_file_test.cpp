#include <cmath>
#include <numbers>

#include "scene/materials.h"
#include "scenes.h"

using namespace resound;

TEST_CASE("keys fill the fields of the scene") {
  const Scene scene = parse(R"(
title = "A test"
duration_s = 2.5
seed = 42
sample_rate_hz = 44100
slow_motion = 4
visibility = true
air = {temperature_c = 5, absorption = false}
[[listener]]
name = "near"
kind = "microphone"
pattern = "cardioid"
position_m = [1, 2, 3]
[[listener]]
path = [{time_s = 0, position_m = [0, 0, 0]}, {time_s = 2, position_m = [4, 0, 0]}]
[picture.camera]
field_of_view_degrees = 50
[[bar]]
length_m = 0.7
right_end = "clamped"
wet_patch.end_m = 0.1
[[rain]]
rate_mm_per_h = 12
end_s = 2
)")
                          .scene;
  CHECK(scene.name == "test");
  CHECK(scene.title == "A test");
  CHECK(scene.duration == 2.5);
  CHECK(scene.seed == 42);
  CHECK(scene.simulation_rate().hz == 4 * 44100.0);
  CHECK(scene.visibility);
  CHECK(scene.air.temperature == 5);
  CHECK_FALSE(scene.air.absorption);
  REQUIRE(scene.listeners.size() == 2);
  CHECK(scene.listeners[0].name == "near");
  CHECK(scene.listeners[0].pattern == MicrophonePattern::cardioid);
  CHECK(scene.listeners[0].path.position(9) == Vec3{1, 2, 3});
  CHECK(scene.listeners[1].name == "listener-2");
  CHECK(scene.listeners[1].path.position(1).x == doctest::Approx(2));
  CHECK(scene.picture.camera.field_of_view == 50);
  REQUIRE(scene.objects.size() == 2);
  CHECK(scene.objects[0].name == "bar");
  CHECK(first<Bar>(scene).length == 0.7);
  CHECK(first<Bar>(scene).right_end == BarEnd::clamped);
  CHECK(first<Bar>(scene).left_end == BarEnd::free);
  CHECK(first<Bar>(scene).wet.end == 0.1);
  CHECK(first<Rain>(scene).rate == 12);
  CHECK(first<Rain>(scene).end == 2);
}

TEST_CASE("objects come in the order of the file and get names that differ") {
  const Scene scene = parse("[listener]\n[[rain]]\n[[bar]]\n[[bar]]\nname = \"bar\"\n[[bar]]\n[[rain]]\n").scene;
  std::vector<std::string> names;
  for (const Object& object : scene.objects) names.push_back(object.name);
  CHECK(names == std::vector<std::string>{"rain", "bar-2", "bar", "bar-3", "rain-2"});
}

TEST_CASE("a single table does for a list of one") {
  CHECK(parse("[listener]\n[beacon]\nsignal = \"tone\"\n").scene.objects.size() == 1);
}

TEST_CASE("a bar of a named material takes its numbers, and what is given wins in whatever order") {
  const Scene scene = parse(small_scene("[[bar]]\ndensity_kg_m3 = 8000\nmaterial = \"steel\"\n")).scene;
  const Material& material = std::get<Bar>(scene.objects.back().kind).material;
  CHECK(material.name == "steel");
  CHECK(material.young_modulus == find_material("steel")->young_modulus);
  CHECK(material.density == 8000);
}

TEST_CASE("the default material is the aluminium of the table, and every material has a source") {
  const Material* aluminium = find_material("aluminium");
  REQUIRE(aluminium);
  CHECK(Material{}.young_modulus == aluminium->young_modulus);
  CHECK(Material{}.density == aluminium->density);
  CHECK(Material{}.poisson_ratio == aluminium->poisson_ratio);
  for (const KnownMaterial& known : materials()) CHECK(known.source.size() > 10);
}

TEST_CASE("heading turns a bar about the vertical, then tilt lowers its far end") {
  const auto far_end = [](const std::string& keys) {
    return first<Bar>(parse("[listener]\n[[bar]]\n" + keys).scene).pose.to_world({1, 0, 0});
  };
  const Vec3 turned = far_end("heading_degrees = 90\n");
  CHECK(turned.y == doctest::Approx(1));
  const Vec3 tilted = far_end("tilt_degrees = 30\nheading_degrees = 90\nposition_m = [0, 0, 5]\n");
  CHECK(std::abs(tilted.x) < 1e-12);
  CHECK(tilted.y == doctest::Approx(std::sqrt(3.0) / 2));
  CHECK(tilted.z == doctest::Approx(5 - 0.5));
}

TEST_CASE("frame rates of television are exact however they are rounded") {
  const auto rate = [](const std::string& text) {
    const FrameRate r = parse(small_scene("[picture]\nframes_per_second = " + text + "\n")).scene.picture.frame_rate;
    return std::to_string(r.numerator) + "/" + std::to_string(r.denominator);
  };
  CHECK(rate("23.976") == "24000/1001");
  CHECK(rate("23.98") == "24000/1001");
  CHECK(rate("29.97") == "30000/1001");
  CHECK(rate("\"29.97\"") == "30000/1001");
  CHECK(rate("59.94") == "60000/1001");
  CHECK(rate("\"30000/1001\"") == "30000/1001");
  CHECK(rate("\"60/2\"") == "30/1");
  CHECK(rate("24") == "24/1");
  CHECK(rate("24.0") == "24/1");
  CHECK(rate("12.5") == "25/2");
  CHECK(rate("\"25\"") == "25/1");
}
