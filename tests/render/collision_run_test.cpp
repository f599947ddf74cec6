#include "render/collision_run.h"

#include <doctest/doctest.h>

#include <cmath>
#include <stop_token>

#include "base/error.h"
#include "collision_file/collision_writer.h"
#include "render/render.h"
#include "scene/materials.h"
#include "scratch_folder.h"

using namespace resound;

namespace {

Scene falling_beads() {
  Scene scene;
  scene.duration = 0.25;
  Grains beads;
  beads.material = *find_material("glass");
  beads.count = 40;
  beads.radius = 0.0015;
  beads.spread = 0.3;
  beads.position = {0.006, 0, 0.05};
  beads.fill_radius = 0.004;
  beads.settle = 0;
  Bar bar;
  bar.pose.position = {0, 0, 0.02};
  scene.objects = {{"beads", beads}, {"bar", bar}};
  return scene;
}

void write_list(const Scene& scene, const std::filesystem::path& file) {
  CollisionWriter writer(file, false, collision_names(scene));
  CollisionRun run;
  run.sink = [&](const ListedCollision& collision) { writer.add(collision); };
  run_collisions(scene, {}, run);
  writer.commit();
}

double rms(const std::vector<float>& a, const std::vector<float>* b = nullptr) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double value = a[i] - (b ? (*b)[i] : 0.0F);
    sum += value * value;
  }
  return std::sqrt(sum / static_cast<double>(a.size()));
}

}  // namespace

TEST_CASE("a scene played from the list of its own collisions sounds as it did from the solver") {
  const Scratch scratch;
  Scene scene = falling_beads();
  const Recording solved = render(scene);
  REQUIRE(rms(solved.channels[0]) > 1e-5);
  for (const char* name : {"beads.csv", "beads.collisions"}) {
    CAPTURE(name);
    write_list(scene, scratch / name);
    Scene played = scene;
    played.objects.push_back({"collisions", CollisionList{name, scratch / name, 0}});
    const Recording heard = render(played);
    REQUIRE(heard.channels[0].size() == solved.channels[0].size());
    CHECK(rms(solved.channels[0], &heard.channels[0]) < 1e-3 * rms(solved.channels[0]));
  }
}

TEST_CASE("a list that speaks of an object which the scene has not is refused with the nearest name") {
  const Scratch scratch;
  Scene scene = falling_beads();
  write_list(scene, scratch / "beads.csv");
  scene.objects[0].name = "bead";
  scene.objects.push_back({"collisions", CollisionList{"beads.csv", scratch / "beads.csv", 0}});
  CHECK_THROWS_WITH_AS(render(scene), doctest::Contains("beads.csv speaks of \"beads"), InputError);
}

TEST_CASE("while grains settle a render and a run of collisions tell how long it takes and can be stopped") {
  Scene scene = falling_beads();
  std::get<Grains>(scene.objects[0].kind).settle = 0.3;
  std::stop_source stop;
  std::vector<double> told;  // [s]  until the scene begins, negative
  const auto progress = [&](const Progress& now) {
    told.push_back(now.scene_time);
    stop.request_stop();
  };
  SUBCASE("a render") {
    RenderSettings settings;
    settings.progress = progress;
    settings.stop = stop.get_token();
    CHECK_THROWS_AS(render(scene, settings), CancelledError);
  }
  SUBCASE("a run of collisions") {
    CollisionRun run;
    run.progress = progress;
    run.stop = stop.get_token();
    run.sink = [](const ListedCollision&) {};
    CHECK_THROWS_AS(run_collisions(scene, {}, run), CancelledError);
  }
  REQUIRE(told.size() == 1);
  CHECK(told[0] < 0);
  CHECK(told[0] >= -0.3);
}

TEST_CASE("collisions under the limit of speed are counted the same from the solver and from its list") {
  const Scratch scratch;
  Scene scene = falling_beads();
  constexpr double kLimit = 0.1;  // [m/s]
  std::int64_t slow = 0;
  CollisionRun run;
  run.sink = [&](const ListedCollision& collision) { slow += collision.speed < kLimit; };
  run_collisions(scene, {}, run);
  REQUIRE(slow > 0);
  scene.unheard.slower = kLimit;
  write_list(scene, scratch / "beads.collisions");
  Scene played = scene;
  played.objects.push_back({"collisions", CollisionList{"beads.collisions", scratch / "beads.collisions", 0}});
  for (const Scene& each : {scene, played}) {
    MemoryRecorder recorder(SampleRate{each.sample_rate});
    CHECK(render(each, {}, recorder).left_out.slow == slow);
  }
}
