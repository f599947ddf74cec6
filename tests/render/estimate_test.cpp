#include "render/estimate.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "scene_file/scene_file.h"

using namespace resound;

TEST_CASE("the time that grains take to settle before a scene counts in the estimate of its render") {
  const std::vector<std::string> set{"beads.method=soft", "bed.method=soft", "duration_s=0.1"};
  const Scene scene = load_scene(find_scene("pour"), set).scene;
  const RenderEstimate plan = estimate(scene, {});
  CHECK(plan.samples == 4800);
  CHECK(plan.sound_time > 1.5);  // what a second is spent on is only a part of it
}
