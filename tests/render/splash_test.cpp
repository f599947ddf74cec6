#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "motion/motion.h"
#include "motion/particles/particles_motion.h"
#include "render/heard_column.h"
#include "render/render.h"
#include "render/splash_run.h"
#include "scene/air.h"
#include "scene_file/scene_file.h"
#include "scratch_folder.h"
#include "splash/kinematic_pour.h"

using namespace resound;

namespace {

// The pour of tests/splash, as another simulator would have written it.
KinematicPour::Settings small_pour() {
  return {.spacing = 0.005, .radius = 0.03, .tap = 0.25, .flow = 60e-6, .duration = 0.8, .spread = 0.02};
}

void write_frames(const Scratch& folder, double fps, double duration, const KinematicPour::Settings& settings) {
  KinematicPour pour(settings);
  for (int frame = 0; frame <= static_cast<int>(duration * fps); ++frame) {
    const LiquidView view = pour.at(frame / fps);
    std::ofstream file(folder / fmt::format("frame_{:04}.csv", frame));
    file << "id,x,y,z,vx,vy,vz\n";
    for (std::size_t i = 0; i < view.positions.size(); ++i)
      if (is_finite(view.positions[i])) {
        const Vec3 &p = view.positions[i], &v = view.velocities[i];
        file << fmt::format("{},{},{},{},{},{},{}\n", i, p.x, p.y, p.z, v.x, v.y, v.z);
      }
  }
}

void write_frames(const Scratch& folder, double fps, double duration) {
  write_frames(folder, fps, duration, small_pour());
}

Scene scene_in(const Scratch& folder, const std::string& object) {
  std::ofstream(folder / "scene.toml") << "title = \"t\"\nduration_s = 1.2\n[listener]\nposition_m = [0, -0.5, 0.3]\n" +
                                              object;
  return load_scene(folder / "scene.toml").scene;
}

const std::string kVessel = "vessel.radius_m = 0.03\nvessel.height_m = 0.12\n";

struct Splashes {
  SplashSurvey survey;
  std::vector<ListedSplash> rows;
};
Splashes splashes_of(const Scene& scene) {
  Splashes heard;
  run_splashes(scene, {},
               {.threads = 1, .stop = {}, .progress = {}, .sink = [&](const Splash& splash, const std::string& on) {
                  heard.survey.add(splash);
                  heard.rows.push_back({splash, on});
                }});
  return heard;
}

}  // namespace

TEST_CASE("somebody else's pour at 30 frames a second splashes as the pour itself does") {
  const Scratch folder;
  write_frames(folder, 30, 1.2);
  const Scene scene = scene_in(
      folder, "[[particles]]\nfile = \"frame_####.csv\"\nframes_per_second = 30\nspacing_m = 0.005\n" + kVessel);
  const Splashes heard = splashes_of(scene);
  const KinematicPour pour(small_pour());
  REQUIRE(heard.survey.first_impact());
  CHECK(std::abs(*heard.survey.first_impact() - pour.first_landing()) < 0.006);
  CHECK(static_cast<double>(heard.survey.particles()) ==
        doctest::Approx(static_cast<double>(pour.count())).epsilon(0.15));
  CHECK(heard.survey.last_level() == doctest::Approx(pour.level(1.2)).epsilon(0.1));
  REQUIRE(heard.survey.first_bubble());
  double filled = 0;
  while (pour.level(filled) < 2 * 0.005) filled += 0.001;
  CHECK(*heard.survey.first_bubble() > filled);

  const auto notes = particle_notes(scene);
  CHECK(std::ranges::any_of(notes, [](const std::string& n) { return n.find("37 frames at 30 a second") != n.npos; }));
  const Recording recording = render(scene);
  double before = 0, after = 0;
  for (std::size_t i = 0; i < recording.channels[0].size(); ++i) {
    const double t = static_cast<double>(i) / recording.rate.hz;
    double& energy = t < pour.first_landing() ? before : after;
    energy += std::pow(recording.channels[0][i], 2);
  }
  CHECK(before < 1e-9 * after);
  CHECK(after > 0);
}

TEST_CASE("the liquid of another simulator is seen by its skin, or particle by particle where it marks what is heard") {
  const Scratch folder;
  write_frames(folder, 60, 0.6);
  const std::string files = "[[particles]]\nfile = \"frame_####.csv\"\nframes_per_second = 60\nspacing_m = 0.005\n";
  const auto shapes_of = [&](const Scene& scene) {
    Motion motion(scene);
    TimeBlock block{0, 48, scene.simulation_rate(), {}};
    for (; block.first < 24'000; block.first += block.count) static_cast<void>(motion.advance(block));
    const SampleIndex frame[] = {block.first};
    block.frames = frame;
    return motion.advance(block).snapshots.at(0).shapes;
  };
  const std::vector<Shape> skin = shapes_of(scene_in(folder, files + kVessel));
  REQUIRE(skin.size() == 1);
  CHECK(skin[0].look.finish == Finish::water);
  double lowest = 1, highest = 0;
  for (const Vec3& v : std::get<MeshForm>(skin[0].form).mesh->vertices)
    lowest = std::min(lowest, v.z), highest = std::max(highest, v.z);
  CHECK(std::abs(lowest) < 0.005);
  CHECK(highest == doctest::Approx(0.25).epsilon(0.05));  // where the stream leaves the tap
  std::size_t balls = 0;
  for (const Shape& shape : shapes_of(scene_in(folder, files + "shows_events = true\n" + kVessel)))
    balls += std::get<SphereForm>(shape.form).spheres.size();
  CHECK(balls > 100);
}

TEST_CASE("the air in a glass that is filled sounds at c / (4 (H - h + 0.61 R)) within 3 per cent of what has landed") {
  const Scratch folder;
  const KinematicPour::Settings fills{
      .spacing = 0.005, .radius = 0.03, .tap = 0.3, .flow = 90e-6, .duration = 2.2, .spread = 0.02};
  write_frames(folder, 60, 2.2, fills);
  Scene scene = scene_in(
      folder, "[[particles]]\nfile = \"frame_####.csv\"\nframes_per_second = 60\nspacing_m = 0.005\n" + kVessel);
  scene.duration = 2.2;
  HeardColumn heard{.object = 0, .sound_speed = speed_of_sound(scene.air), .column = {}, .inside = {}};
  RenderSettings settings;
  settings.threads = 1;
  settings.watch = [&](const TimeBlock& block, const MotionEvents&, const SourceSignals& signals) {
    heard.add(block, signals);
  };
  static_cast<void>(render(scene, settings));
  const KinematicPour pour(fills);
  for (double time = 0.5; time < 2.0; time += 0.25) {
    const double note = speed_of_sound(scene.air) / (4 * (0.12 - pour.level(time) + 0.61 * 0.03));
    CAPTURE(time);
    CHECK(heard.note_at(time) == doctest::Approx(note).epsilon(0.03));
  }
}

TEST_CASE("a list of splashes played back sounds as the liquid it was found in") {
  const Scratch folder;
  write_frames(folder, 60, 1.2);
  const Scene liquid = scene_in(
      folder, "[[particles]]\nfile = \"frame_####.csv\"\nframes_per_second = 60\nspacing_m = 0.005\n" + kVessel);
  SplashListWriter writer(folder / "list.csv", false);
  for (const ListedSplash& row : splashes_of(liquid).rows) writer.add(row.splash, row.on);
  writer.commit();
  const Scene list = scene_in(folder, "[[splashes]]\nfile = \"list.csv\"\n" + kVessel);
  const Recording a = render(liquid), b = render(list);
  double energy = 0, difference = 0;
  for (std::size_t i = 0; i < a.channels[0].size(); ++i) {
    energy += std::pow(a.channels[0][i], 2);
    difference += std::pow(a.channels[0][i] - b.channels[0][i], 2);
  }
  CHECK(energy > 0);
  CHECK(difference < 1e-4 * energy);
}

TEST_CASE("a scene refuses particles that are not there, lie elsewhere or fall wrongly, with the line") {
  const Scratch folder;
  write_frames(folder, 60, 0.4);
  const auto refusal = [&](const std::string& object) {
    try {
      splashes_of(scene_in(folder, object));
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(refusal("[[particles]]\nfile = \"nothing_####.csv\"\n").find("scene.toml:6:8: particles.file") !=
        std::string::npos);
  CHECK(refusal("[[particles]]\nfile = \"../frame_####.csv\"\n").find("leaves the scene's folder") !=
        std::string::npos);
  CHECK(refusal("[[particles]]\nfile = \"frame_####.csv\"\nframes_per_second = 30\n").find("frames_per_second = 60") !=
        std::string::npos);
  CHECK(refusal("[[particles]]\nfile = \"frame_####.csv\"\nframes_per_second = 60\nvessel.height_m = 0.1\n")
            .find("a vessel also needs") != std::string::npos);
}
