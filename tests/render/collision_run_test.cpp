#include "render/collision_run.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <fstream>
#include <numbers>
#include <stop_token>

#include "base/error.h"
#include "collision_file/collision_writer.h"
#include "numerics/gravity.h"
#include "numerics/random_stream.h"
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

// A stream of sand as an animation has it, without velocities: each particle falls onto a plate, slides outward, and
// lies. They land evenly in time, and not at frames.
struct Stream {
  static constexpr int kParticles = 1500;
  static constexpr double kRadius = 0.005, kHeight = 0.5, kSeconds = 1, kFrames = 24;  // [m], [m], [s], [1/s]
  static double landing(int i) { return 0.35 + 0.5 * (i + 0.5) / kParticles; }         // [s]
  static double speed() { return std::sqrt(2 * kGravity * kHeight); }                  // [m/s]

  static Vec3 place(int i, double time) {
    RandomStream chance(5, 0, static_cast<std::uint64_t>(i));
    const double angle = chance.uniform(0, 2 * std::numbers::pi), r = 0.1 * std::sqrt(chance.uniform()),
                 slide = chance.uniform(0.1, 0.3), way = chance.uniform(0, 0.15);  // [s], [m]
    const double fallen = std::sqrt(2 * kHeight / kGravity), s = time - landing(i);
    if (s < -fallen) return {r * std::cos(angle), r * std::sin(angle), kRadius + kHeight};
    const double part = std::clamp(s / slide, 0.0, 1.0), to = r + way * part * (2 - part);
    const double flown = s + fallen;  // [s]
    return {to * std::cos(angle), to * std::sin(angle),
            s < 0 ? kRadius + kHeight - kGravity * flown * flown / 2 : kRadius};
  }

  static Scene scene(const Scratch& scratch) {
    for (int frame = 0; frame <= static_cast<int>(kSeconds * kFrames); ++frame) {
      char name[32];
      std::snprintf(name, sizeof name, "frame_%04d.csv", frame);
      std::ofstream file(scratch / name);
      file << "x,y,z\n";
      for (int i = 0; i < kParticles; ++i) {
        const Vec3 p = place(i, frame / kFrames);
        file << p.x << ',' << p.y << ',' << p.z << '\n';
      }
    }
    Scene scene;
    scene.duration = kSeconds;
    Sand sand;
    sand.name = "frame_0000.csv";
    sand.file = scratch / "frame_0000.csv";
    sand.frame_rate = {24, 1};
    sand.particle_radius = kRadius;
    sand.material = *find_material("stone");
    Fixture plate;
    plate.shape = FixtureShape::disc;
    plate.radius = 0.4;
    scene.objects = {{"sand", sand}, {"plate", plate}};
    return scene;
  }
};

}  // namespace

TEST_CASE("sand from frames strikes what it lands on once and at any time between frames") {
  const Scratch scratch;
  const Scene scene = Stream::scene(scratch);
  const ObjectNames names = collision_names(scene);
  double energy = 0, between_grains = 0;
  std::complex<double> at_frames;
  CollisionRun run;
  run.sink = [&](const ListedCollision& hit) {
    if (names[static_cast<std::size_t>(hit.second_object)] != "plate") {
      ++between_grains;
      return;
    }
    energy += hit.speed * hit.speed;
    at_frames += std::polar(hit.speed * hit.speed, 2 * std::numbers::pi * Stream::kFrames * hit.time);
  };
  run_collisions(scene, {}, run);
  const double grains = std::pow(Stream::kRadius / std::get<Sand>(scene.objects[0].kind).radius, 3);
  CHECK(between_grains > 1000);
  CHECK(energy == doctest::Approx(Stream::kParticles * grains * Stream::speed() * Stream::speed()).epsilon(0.05));
  CHECK(std::abs(at_frames) / energy < 0.05);
}

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
