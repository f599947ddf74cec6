#include "motion/motion.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "scene/bubble.h"

using namespace resound;

namespace {

TimeBlock block_at(SampleIndex first, int count, SampleRate rate, std::span<const SampleIndex> frames = {}) {
  return {first, count, rate, frames};
}

Scene wet_bar() {
  Scene scene;
  Bar bar;
  bar.length = 1;
  bar.width = 1;
  bar.pose.position = {0, 0, 0.5};
  bar.wet = {.begin = 0.5,
             .end = 1.0,
             .bubble_chance = 0.4,
             .bubble_min_radius = 0.0005,
             .bubble_max_radius = 0.002,
             .bubble_rise = 0.07};
  Rain rain;
  rain.centre = {0, 0, 1};
  scene.objects = {{"bar", bar}, {"rain", rain}};
  return scene;
}

const Shape* shape_of(const Snapshot& snapshot, int object) {
  const auto found = std::ranges::find(snapshot.shapes, object, &Shape::object);
  return found == snapshot.shapes.end() ? nullptr : &*found;
}

double brightness(const Snapshot& snapshot) { return snapshot.shapes.at(0).look.tint.red; }

}  // namespace

TEST_CASE("contacts come in order of object, then of time") {
  Scene scene = wet_bar();
  std::get<Bar>(scene.objects[0].kind).width = 0.4;
  scene.objects.push_back(scene.objects[0]);
  std::get<Bar>(scene.objects[2].kind).pose.position = {0, 0.45, 0.6};
  Motion motion(scene);
  std::size_t seen = 0;
  for (SampleIndex first = 0; first < 48000; first += 960) {
    const auto& contacts = motion.advance(block_at(first, 960, {48000})).contacts;
    CHECK(std::ranges::is_sorted(contacts, {}, [](const Contact& c) { return std::pair(c.object, c.time); }));
    seen += contacts.size();
  }
  CHECK(seen > 300);
}

TEST_CASE("drops close off bubbles on the wet part of a bar alone, with the given chance") {
  Motion motion(wet_bar());
  double landed = 0, born = 0;
  for (SampleIndex first = 0; first < 96000; first += 960) {
    const MotionEvents& events = motion.advance(block_at(first, 960, {48000}));
    landed +=
        static_cast<double>(std::ranges::count_if(events.contacts, [](const Contact& c) { return c.position.x > 0; }));
    born += static_cast<double>(events.bubbles.size());
    for (const BubbleBirth& bubble : events.bubbles) {
      CHECK(bubble.position.x >= 0);
      CHECK((bubble.radius >= 0.0005 && bubble.radius <= 0.002));
      CHECK(bubble.rise == 0.07);
      CHECK(bubble.object == 0);
    }
  }
  CHECK(landed > 1000);
  CHECK(std::abs(born / landed - 0.4) < 4.5 * std::sqrt(0.24 / landed));
}

TEST_CASE("a millimetre bubble is as loud in the air as its volume flow, 8.5 Pa under water") {
  CHECK(bubble_pressure(0.001, kMinnaertConstant, 998.2) == doctest::Approx(8.51).epsilon(0.01));
  CHECK(bubble_pressure(0.001, kMinnaertConstant, 1.204) == doctest::Approx(0.01027).epsilon(0.01));
}

TEST_CASE("a snapshot is taken at each picture frame and shows the bar and the drops in the air") {
  Motion motion(wet_bar());
  const std::vector<SampleIndex> frames{9700};
  for (SampleIndex first = 0; first < 9600; first += 960)
    CHECK(motion.advance(block_at(first, 960, {48000})).snapshots.empty());
  const MotionEvents& events = motion.advance(block_at(9600, 960, {48000}, frames));
  REQUIRE(events.snapshots.size() == 1);
  CHECK(events.snapshots[0].sample == 9700);
  const Shape* bar = shape_of(events.snapshots[0], 0);
  REQUIRE(bar != nullptr);
  CHECK(std::holds_alternative<MeshForm>(bar->form));
  const auto streaks = std::ranges::count_if(events.snapshots[0].shapes, [](const Shape& shape) {
    return shape.object == 1 && std::holds_alternative<TubeForm>(shape.form);
  });
  CHECK(streaks > 100);
}

TEST_CASE("solids hide sound only where the scene asks for visibility") {
  Scene scene = wet_bar();
  CHECK(Motion(scene).advance(block_at(0, 32, {48000})).occluders.empty());
  scene.visibility = true;
  Motion motion(scene);
  motion.advance(block_at(0, 32, {48000}));
  CHECK(motion.advance(block_at(32, 32, {48000})).occluders.size() == 1);
}

TEST_CASE("a beacon flashes in the frame in which its click begins and shortly after") {
  Scene scene;
  Beacon beacon;
  beacon.interval = 1;
  beacon.offset = 0.5;
  scene.objects = {{"beacon", beacon}};
  Motion motion(scene);
  for (int frame = 0; frame < 60; ++frame) {
    const std::vector<SampleIndex> frames{frame_start(frame, 48000, {30, 1})};
    const double level = brightness(motion.advance(block_at(frames[0], 1600, {48000}, frames)).snapshots[0]);
    const bool bright = (frame >= 15 && frame <= 18) || (frame >= 45 && frame <= 48);  // 0.5 s is the start of frame 15
    CHECK((level > 0.5) == bright);
  }
}

TEST_CASE("a beacon's knots follow its path, also where it starts and stops") {
  Scene scene;
  Beacon beacon;
  beacon.path = Path({{0.001, {0, 0, 1}}, {0.002, {0.01, 0, 1}}, {0.004, {0.05, 0.02, 1}}});
  scene.objects = {{"beacon", beacon}};
  Motion motion(scene);
  const SampleRate rate{48000};
  const TimeBlock block = block_at(0, 240, rate);
  const std::vector<PoseKnot>& knots = motion.advance(block).poses[0];
  REQUIRE(knots.size() >= 2);
  CHECK(knots.front().sample == 0);
  CHECK(knots.back().sample == 240);
  for (double sample = 0; sample < 240; sample += 0.7) {
    const auto next = std::ranges::upper_bound(knots, sample, {}, &PoseKnot::sample);
    const PoseKnot &a = *(next - 1), &b = *next;
    const double h = b.sample - a.sample, s = (sample - a.sample) / h, t = 1 - s, seconds = h / rate.hz;
    const Vec3 between = (t * t * (1 + 2 * s)) * a.pose.position + (s * s * (3 - 2 * s)) * b.pose.position +
                         seconds * s * t * (t * a.velocity - s * b.velocity);
    CHECK(length(between - beacon.path.position(sample / rate.hz)) < 1e-9);
  }
}
