#include "scenes.h"

using namespace resound;

TEST_CASE("the canonical text reads back as the same scene") {
  const std::string text = R"(
title = "a \"quoted\" \\\\ title"
slow_motion = 3
[[listener]]
path = [{time_s = 0, position_m = [0, 0, 0.1]}, {time_s = 2, position_m = [4, 0, 0.3]}]
[[listener]]
name = "b é"
[[bar]]
heading_degrees = 33.3
tilt_degrees = -89.7
young_modulus_pa = 1.23456789e11
[[drop]]
radius_m = 0.0017
[[rain]]
end_s = 3
[picture]
frames_per_second = 29.97
)";
  const std::string once = parse(text).canonical_text;
  CHECK(parse(once).canonical_text == once);
  CHECK(once.find("heading_degrees = 33.3\n") != std::string::npos);
  CHECK(once.find("tilt_degrees = -89.7\n") != std::string::npos);
  CHECK(once.find("frames_per_second = \"30000/1001\"\n") != std::string::npos);
}

TEST_CASE("scenes that say the same in other words have the same hash, others do not") {
  const LoadedScene a = parse("[listener]\nposition_m = [0, -1, 1]\n[[bar]]\n[[rain]]\nrate_mm_per_h = 20\n");
  const LoadedScene b = parse("# other\nbar = [{length_m = 0.50}]\nlistener.position_m = [0.0, -1, 1.0]\n[rain]\n");
  const LoadedScene c = parse("[listener]\nposition_m = [0, -1, 1]\n[[bar]]\n[[rain]]\nrate_mm_per_h = 20.000001\n");
  CHECK(a.canonical_text == b.canonical_text);
  CHECK(a.hash == b.hash);
  CHECK(a.hash != c.hash);
  CHECK(parse("[listener]\n[[bar]]\nmaterial = \"steel\"\n").hash !=
        parse("[listener]\n[[bar]]\nmaterial = \"steel\"\ndensity_kg_m3 = 7000\n").hash);
}
