#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "audio/spectrum.h"
#include "base/error.h"
#include "motion/motion.h"
#include "motion/solid/rigid_fit.h"
#include "motion/solid/skin_recorder.h"
#include "motion/solid/solid_step.h"
#include "motion/solid_stage.h"
#include "numerics/pi.h"

using namespace resound;
using namespace resound::test;

TEST_CASE("the rigid fit finds a turn and a shift again") {
  const Rotation turn = rotation_about({1, 2, -0.5}, 2.1);
  const Vec3 shift{0.3, -4, 1};
  std::vector<Vec3> rest, now;
  std::vector<double> weights;
  for (int i = 0; i < 7; ++i) {
    rest.push_back({std::sin(1.0 * i), std::cos(2.3 * i), 0.1 * i});
    now.push_back(shift + turn * rest.back());
    weights.push_back(1 + i);
  }
  const Pose pose = rigid_fit(rest, now, weights);
  for (std::size_t i = 0; i < rest.size(); ++i) CHECK(length(pose.to_world(rest[i]) - now[i]) < 1e-12);
}

TEST_CASE("a skin that was under way before the scene began is recorded without a jerk") {
  const SampleRate steps{48000.0 * 20}, audio{48000};
  SkinRecorder recorder({{0, 0, 1}}, {{0, 0, -2}}, steps, audio);
  std::vector<float> frames;
  for (int i = 0; i < 20; ++i) frames.insert(frames.end(), {0, 0, -2});
  recorder.begin_block(200);
  for (int i = 0; i < 200; ++i) {
    std::ranges::copy(frames, recorder.make_room(0, 20));
    recorder.filter(0);
  }
  recorder.finish(0);
  const SkinMotion motion = recorder.motion(0);
  for (std::size_t i = 0; i < 200; ++i) {
    CHECK(motion.velocity[2 * motion.stride + i] == doctest::Approx(-2).epsilon(2e-7));  // floats
    const double t = audio.seconds(static_cast<double>(i) - motion.lag);
    CHECK(motion.position(0, i).z == doctest::Approx(1 - 2 * t).epsilon(1e-8));
  }
}

TEST_CASE("what lies beyond the audio band does not fold into a recorded skin") {
  const SampleRate steps{48000.0 * 20}, audio{48000};
  const double frequency = 53000;  // would be heard at 5 kHz
  SkinRecorder recorder({{}}, {{}}, steps, audio);
  recorder.begin_block(2000);
  int step = 0;
  for (int i = 0; i < 2000; ++i) {
    std::vector<float> frames;
    for (int k = 0; k < 20; ++k, ++step)
      frames.insert(frames.end(), {static_cast<float>(std::sin(2 * kPi * frequency * steps.seconds(step))), 0, 0});
    std::ranges::copy(frames, recorder.make_room(0, 20));
    recorder.filter(0);
  }
  recorder.finish(0);
  const SkinMotion motion = recorder.motion(0);
  const std::vector<double> along_x(motion.velocity.begin() + 500, motion.velocity.begin() + 1900);
  CHECK(fit_tone(along_x, 5000.0 / 48000).amplitude() < 1e-4);
}

TEST_CASE("a solid without weight or touch goes straight on and turns evenly") {
  Solid solid = bar(0.2, 0.01);
  solid.falls = false;
  solid.pose.position = {0, 0, 5};
  solid.velocity = {1, 0, 0.5};
  solid.spin = 2 * kPi;
  Stage stage(scene_with({{"bar", solid}}));
  Vec3 middle;
  int lag = 0;
  while (stage.time() < 0.05) {
    const MotionEvents& events = stage.next();
    middle = Stage::middle(events.skins[0]);
    lag = events.skins[0].lag;
  }
  const double t = (static_cast<double>(stage.first) - 1 - lag) / stage.scene.sample_rate;
  CHECK(length(middle - Vec3{t, 0, 5 + 0.5 * t}) < 1e-6);
}

TEST_CASE("a solid falls as all bodies do") {
  Solid solid = bar(0.2, 0.01);
  solid.pose.position = {0, 0, 5};
  Stage stage(scene_with({{"bar", solid}}));
  Vec3 middle;
  int lag = 0;
  while (stage.time() < 0.1) {
    const MotionEvents& events = stage.next();
    middle = Stage::middle(events.skins[0]);
    lag = events.skins[0].lag;
  }
  const double t = (static_cast<double>(stage.first) - 1 - lag) / stage.scene.sample_rate;
  CHECK(5 - middle.z == doctest::Approx(9.81 * t * t / 2).epsilon(1e-3));
}

TEST_CASE("a solid that lies on the ground stays above it and keeps less energy than it fell with") {
  Solid solid = bar(0.1, 0.02);
  solid.cells = {4, 1, 1};
  solid.pose.position = {0, 0, 0.015};  // 5 mm above the ground
  solid.strain_damping = 1e-7;
  Stage stage(scene_with({{"bar", solid}}));
  double lowest = 1;
  while (stage.time() < 0.15) lowest = std::min(lowest, Stage::middle(stage.next().skins[0]).z);
  CHECK(lowest > 0.0098);
  CHECK(lowest < 0.0102);
}

TEST_CASE("a held bar is at rest under its weight when the scene begins") {
  Solid solid = bar(0.2, 0.005);
  solid.clamped = {BoxSide::x_min};
  solid.pose.position = {0, 0, 1};
  Stage stage(scene_with({{"bar", solid}}));
  double fastest = 0;
  while (stage.time() < 0.02)
    for (const double v : stage.next().skins[0].velocity) fastest = std::max(fastest, std::abs(v));
  // let go, its end would reach mm/s in its first swing
  CHECK(fastest < 1e-5);
}

TEST_CASE("a hinged solid that turns when the scene begins turns about its hinge and does not ring") {
  Solid solid = bar(0.2, 0.01);
  solid.falls = false;
  solid.pose.position = {0, 0, 1};
  solid.hinged = {BoxSide::x_min, BoxSide::z_max};
  solid.spin = 5;
  solid.spin_axis = {0, 1, 0};
  Stage stage(scene_with({{"bar", solid}}));
  const double end = 5 * std::hypot(0.2, 0.01);  // [m/s]
  while (stage.time() < 0.005) {
    const SkinMotion& skin = stage.next().skins[0];
    for (std::size_t sample = 0; sample < skin.stride; ++sample) {
      double fastest = 0;
      for (std::size_t channel = 0; channel < skin.velocity.size() / skin.stride; channel += 3) {
        const auto axis = [&](std::size_t k) -> double { return skin.velocity[(channel + k) * skin.stride + sample]; };
        fastest = std::max(fastest, std::hypot(axis(0), axis(1), axis(2)));
      }
      CHECK(fastest == doctest::Approx(end).epsilon(0.02));
    }
  }
}

TEST_CASE("a solid on its way hides its facets from where their sound comes, not from where it has got to since") {
  Solid solid = bar(0.2, 0.01);
  solid.falls = false;
  solid.pose.position = {0, 0, 1};
  solid.velocity = {3, 0, 0};
  Scene scene = scene_with({{"bar", solid}});
  scene.visibility = true;
  Stage stage(scene);
  while (stage.time() < 0.005) {
    const MotionEvents& events = stage.next();
    REQUIRE(events.occluders.size() == 1);
    const std::vector<Vec3>& hiding = std::get<MeshForm>(events.occluders[0].form).mesh->vertices;
    const SkinMotion& skin = events.skins[0];
    REQUIRE(skin.vertices() == hiding.size());
    for (std::size_t v = 0; v < hiding.size(); ++v) CHECK(length(hiding[v] - skin.position(v, skin.stride - 1)) < 1e-9);
  }
}

TEST_CASE("a blow gives a free solid its impulse") {
  Solid solid = bar(0.2, 0.01);
  solid.falls = false;
  solid.pose.position = {0, 0, 1};
  Strike strike;
  strike.target = "bar";
  strike.time = 0.002;
  strike.place = {0, 0, 0.005};
  strike.speed = 1;
  strike.mass = 0.01;
  Stage stage(scene_with({{"bar", solid}, {"strike", strike}}));
  double impulse = 0;
  std::vector<Vec3> places;
  while (stage.time() < 0.02) {
    const MotionEvents& events = stage.next();
    for (const Contact& contact : events.contacts) impulse += std::get<StrikePulse>(contact.pulse).impulse;
    places.push_back(Stage::middle(events.skins[0]));
  }
  REQUIRE(impulse > 0.01);  // N s: it bounces
  const double mass = 2700 * 0.2 * 0.02 * 0.01, block = stage.length / stage.scene.sample_rate;
  const std::size_t half = places.size() / 2;
  const double speed = (places[half].z - places.back().z) / (block * static_cast<double>(places.size() - 1 - half));
  CHECK(speed == doctest::Approx(impulse / mass).epsilon(0.01));
}

TEST_CASE("two solids that touch share their momentum") {
  Solid left = bar(0.05, 0.02), right = left;
  left.cells = right.cells = {3, 1, 1};
  std::get<BarShape>(right.shape) = {0.05, 0.03, 0.03};
  left.falls = right.falls = false;
  left.pose.position = {0, 0, 1};
  right.pose.position = {0.051, 0, 1};
  left.velocity = {1, 0, 0};
  Stage stage(scene_with({{"left", left}, {"right", right}}));
  std::vector<Vec3> a, b;
  while (stage.time() < 0.01) {
    const MotionEvents& events = stage.next();
    a.push_back(Stage::middle(events.skins[0]));
    b.push_back(Stage::middle(events.skins[1]));
  }
  const double span = stage.length / stage.scene.sample_rate * 4;
  const Vec3 va = (a.back() - a[a.size() - 5]) / span, vb = (b.back() - b[b.size() - 5]) / span;
  const double ratio = 0.03 * 0.03 / (0.02 * 0.02);  // of the masses
  CHECK(va.x + ratio * vb.x == doctest::Approx(1).epsilon(0.02));
  CHECK(vb.x > 0.4);
  CHECK(vb.x > va.x);
}

TEST_CASE("a driven side goes there and back") {
  Solid solid = bar(0.2, 0.005);
  solid.clamped = {BoxSide::x_min};
  solid.drive.sides = {BoxSide::x_max};
  solid.drive.travel = {0, 0, 0.002};
  solid.drive.frequency = 50;
  solid.falls = false;
  solid.pose.position = {0, 0, 1};
  Stage stage(scene_with({{"bar", solid}}));
  double highest = 0, last = 0;
  while (stage.time() < 0.0205) {
    const SkinMotion skin = stage.next().skins[0];
    double top = 0;
    for (std::size_t v = 0; v < skin.vertices(); ++v) top = std::max(top, skin.position(v, 0).z);
    highest = std::max(highest, top);
    last = top;
  }
  CHECK(highest == doctest::Approx(1.0025 + 0.002).epsilon(1e-4));
  CHECK(last < highest - 0.001);
}

TEST_CASE("a step two per cent over the bound is refused with the stable one and 0.98 of it is taken") {
  Solid solid = bar(0.2, 0.01);
  Scene scene = scene_with({{"bar", solid}});
  const double stable = PreparedBodies(scene, {}).find_solid(0)->stable_step;
  std::get<Solid>(scene.objects[0].kind).step = 1.02 * stable;
  const PreparedBodies bodies(scene, {});
  CHECK_THROWS_AS(solid_step(scene, bodies), UnstableError);
  std::get<Solid>(scene.objects[0].kind).step = 0.98 * stable;
  CHECK(solid_step(scene, bodies).step <= 0.98 * stable);
}

TEST_CASE("solids that are resumed go on with the same bits") {
  Solid solid = bar(0.1, 0.02);
  solid.cells = {4, 1, 1};
  solid.pose.position = {0, 0, 0.0105};
  solid.pose.rotation = rotation_about({0, 1, 0}, 0.05);
  Stage stage(scene_with({{"bar", solid}}));
  while (stage.time() < 0.02) stage.next();
  StateArchive saved;
  saved.fields(stage.motion);
  Stage resumed(stage.scene);
  resumed.first = stage.first;
  StateArchive state(saved.bytes());
  state.fields(resumed.motion);
  for (int i = 0; i < 5; ++i) {
    const SkinMotion a = stage.next().skins[0], b = resumed.next().skins[0];
    REQUIRE(std::ranges::equal(a.begin, b.begin));
    REQUIRE(std::ranges::equal(a.travel, b.travel));
    REQUIRE(std::ranges::equal(a.velocity, b.velocity));
  }
}
