#include "scenes.h"

using namespace resound;

TEST_CASE("a value set on the command line wins over the file") {
  const std::string text = small_scene("[picture]\nwidth_pixels = 640\n");
  const Scene scene = parse(text, {"bar.length_m=0.4", "rain.rate_mm_per_h=50", "picture.width_pixels=320",
                                   "air.temperature_c=-3", "title=\"Other\"", "listener.position_m=[1, 2, 3]",
                                   "picture.camera.field_of_view_degrees=60", "bar.material=steel"})
                          .scene;
  CHECK(first<Bar>(scene).length == 0.4);
  CHECK(first<Bar>(scene).material.name == "steel");
  CHECK(first<Rain>(scene).rate == 50);
  CHECK(scene.picture.width == 320);
  CHECK(scene.picture.camera.field_of_view == 60);
  CHECK(scene.air.temperature == -3);
  CHECK(scene.title == "Other");
  CHECK(scene.listeners[0].path.position(0) == Vec3{1, 2, 3});
}

TEST_CASE("the n-th of several objects is set by its number") {
  const std::string text = small_scene("[[bar]]\nlength_m = 0.3\n");
  const Scene scene = parse(text, {"bar[2].length_m=0.9"}).scene;
  CHECK(first<Bar>(scene).length == Bar{}.length);
  CHECK(std::get<Bar>(scene.objects[2].kind).length == 0.9);
  CHECK(trouble(text, {"bar.length_m=0.9"}) == "--set bar.length_m: the scene has 2 of bar; write bar[1] to bar[2]");
  CHECK(trouble(text, {"bar[3].length_m=0.9"}) == "--set bar[3].length_m: the scene has only 2 of bar");
  CHECK(trouble(text, {"rain[2].begin_s=1"}) == "--set rain[2].begin_s: the scene has only 1 of rain");
}

TEST_CASE("a mistake on the command line points at its flag") {
  CHECK(trouble(small_scene(), {"bar.length_m=-1"}) ==
        "--set bar.length_m: bar.length_m is -1; a bar needs a positive length");
  CHECK(trouble(small_scene(), {"bar.lenght_m=1"}) ==
        "--set bar.lenght_m: bar.lenght_m is not a key of bar; did you mean length_m?");
  CHECK(trouble(small_scene(), {"drop.radius_m=1"}) == "--set drop.radius_m: the scene has no drop");
  CHECK(trouble(small_scene(), {"bar.length_m=0.4 m"}).starts_with("--set bar.length_m: 0.4 m is not a value"));
  CHECK(trouble(small_scene(), {"bar.length_m=nan"}) ==
        "--set bar.length_m: bar.length_m is nan; it must be a finite number");
  CHECK(trouble(small_scene(), {"bar..length_m=1"}).starts_with("--set bar..length_m: not the path of a key"));
  CHECK(trouble(small_scene(), {"listener.position_m[2]=1"}).find("set the whole of position_m") != std::string::npos);
  CHECK(trouble(small_scene("[air]\n"), {"duration_s=1\nseed=2"}).find("is not a value") != std::string::npos);
  CHECK_THROWS_AS(parse(small_scene(), {"bar.length_m"}), UsageError);
}

TEST_CASE("mistakes of the file and of the flags are told together") {
  CHECK(trouble(small_scene("[air]\nhumidity_percent = 200\n"), {"bar.length_m=-1"}) ==
        "test.toml:6:20: air.humidity_percent is 200; it must be at most 100 %\n"
        "--set bar.length_m: bar.length_m is -1; a bar needs a positive length");
}
