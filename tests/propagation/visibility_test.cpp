#include <doctest/doctest.h>

#include <numbers>
#include <utility>

#include "geometry/triangle_mesh.h"
#include "propagation/rig.h"

using namespace resound;
using namespace resound::test;

namespace {

// A plate of 1 m in the plane x = 1, between a source at the origin and an ear at x = 2.
Shape plate_at(double y, int object) {
  Shape plate;
  plate.object = object;
  plate.form = MeshForm{std::make_shared<TriangleMesh>(box_mesh({0.02, 1, 1}))};
  plate.pose.position = {1, y, 0};
  return plate;
}

struct Shadow {
  Scene scene = open_air();
  std::vector<Shape> occluders;
  TestSource source = monopole_at({}, sine(500));
  bool hidden_by_own_object = false;

  Shadow() { scene.visibility = true; }

  // plate_y as a function of time
  std::vector<double> hear(const std::function<double(double)>& plate_y, int plate_object, int samples) {
    Propagation propagation(scene, {ear_at({2, 0, 0})}, false);
    Stage stage({source});
    Gathered all;
    const int length = block_length(scene.simulation_rate());
    for (SampleIndex first = 0; first < samples; first += length) {
      const TimeBlock block{first, length, scene.simulation_rate(), {}};
      occluders = {plate_at(plate_y(block.begin()), plate_object)};
      stage.radiate(block);
      stage.signals().occluders = occluders;
      stage.signals().sources[0].hidden_by_own_object = hidden_by_own_object;
      const Arrivals& arrivals = propagation.carry(stage.signals(), block);
      gather(all, arrivals.receivers, arrivals.first);
    }
    return all[0][0];
  }
};

}  // namespace

TEST_CASE("a plate between source and ear silences the source when visibility is asked for") {
  Shadow shadow;
  CHECK(rms(shadow.hear([](double) { return 0.0; }, 1, 3000)) == 0);
  CHECK(rms(shadow.hear([](double) { return 3.0; }, 1, 3000)) > 0);
  shadow.scene.visibility = false;
  CHECK(rms(shadow.hear([](double) { return 0.0; }, 1, 3000)) > 0);
}

TEST_CASE("an object does not hide its own sources unless they say so") {
  Shadow shadow;
  CHECK(rms(shadow.hear([](double) { return 0.0; }, 0, 3000)) > 0);
  shadow.hidden_by_own_object = true;
  CHECK(rms(shadow.hear([](double) { return 0.0; }, 0, 3000)) == 0);
}

TEST_CASE("a source that comes out from behind a plate fades in without a click") {
  // a slow buffer value (20 Hz) makes a step plain to see: its derivative would be a spike
  Shadow shadow;
  shadow.source = monopole_at({}, [](double t) { return std::cos(2 * std::numbers::pi * 20 * t); });
  const auto heard = shadow.hear([](double t) { return t < 0.05 ? 0.0 : 3.0; }, 1, 6000);
  double peak = 0;
  for (const double value : heard) peak = std::max(peak, std::abs(value));
  // fading a unit source over one block: d/dt is at most rate / samples, over 4 pi r; a switch would reach the rate
  const double fade = 44100.0 / block_length({44100}) / (4 * std::numbers::pi * 2);
  CHECK(peak > 0.5 * fade);
  CHECK(peak < 1.3 * fade);
  CHECK(rms(std::span(heard).first(2000)) == 0);
}

TEST_CASE("a facet that comes out from behind its own body is heard at most 2 ms later than any other source") {
  const auto onset = [](double out_at, bool is_facet) {  // [s]
    Shadow shadow;
    shadow.hidden_by_own_object = is_facet;
    const auto heard = shadow.hear([&](double t) { return t < out_at ? 0.0 : 3.0; }, is_facet ? 0 : 1, 4000);
    const auto first = std::ranges::find_if(heard, [](double value) { return value != 0; });
    return static_cast<double>(first - heard.begin()) / 44100;
  };
  for (const double out_at : {0.0203, 0.0311, 0.0398, 0.0417, 0.0426}) {
    CAPTURE(out_at);
    const double late = onset(out_at, true) - onset(out_at, false);  // [s]
    CHECK(late >= 0);
    CHECK(late <= 0.002);
  }
}

TEST_CASE("a plate on the ground hides the direct sound and the mirror image each by its own way") {
  Shadow shadow;
  shadow.scene.ground = {-0.7, true};  // the plate spans z = -0.5 … 0.5: the way over the ground at x = 1 is free
  const auto image_only = shadow.hear([](double) { return 0.0; }, 1, 3000);
  const auto fit = fit_tone(std::span(image_only).subspan(1000, 1764), 500.0 / 44100);
  const double image_distance = std::hypot(2.0, 1.4);
  CHECK(fit.amplitude() ==
        doctest::Approx(2 * std::numbers::pi * 500 / (4 * std::numbers::pi * image_distance)).epsilon(1e-3));
}

TEST_CASE("what was seen of a source stays with it when others come, go and change places") {
  const std::vector<Receiver> ears{ear_at({2, 0, 0})};
  const std::vector<Shape> plate{plate_at(0, 9)};
  const auto source_at = [](double y, std::int64_t id) {
    TestSource source = monopole_at({0, y, 0}, sine(500));
    source.id = id;
    return source;
  };
  const TestSource hidden = source_at(0, 1), seen = source_at(5, 2), other = source_at(5, 3);
  Visibility visibility;
  const auto look = [&](SampleIndex first, const std::vector<TestSource>& sources) {
    Stage stage(sources);
    const TimeBlock block{first, 32, SampleRate{44100}, {}};
    stage.radiate(block);
    stage.signals().occluders = plate;
    Surroundings around;
    around.block = block;
    around.receivers = &ears;
    visibility.look(stage.signals(), around);
  };
  const auto gains = [&](std::size_t source) {
    return std::pair(visibility.fades(source)[0].from, visibility.fades(source)[0].to);
  };
  using Gains = std::pair<double, double>;
  look(0, {hidden, seen});
  CHECK(gains(0) == Gains{0, 0});
  CHECK(gains(1) == Gains{1, 1});
  look(32, {hidden, seen});
  CHECK(gains(0) == Gains{0, 0});
  look(64, {seen, other, hidden});
  CHECK(gains(0) == Gains{1, 1});
  CHECK(gains(1) == Gains{1, 1});
  CHECK(gains(2) == Gains{0, 0});
  StateArchive saved;
  saved.fields(visibility);
  visibility = {};
  StateArchive state(saved.bytes());
  state.fields(visibility);
  TestSource moved = hidden;  // out of the shadow: it fades in from what was seen of it
  moved.position = [](double) { return Vec3{0, 5, 0}; };
  look(96, {moved, other});
  CHECK(gains(0) == Gains{0, 1});
  CHECK(gains(1) == Gains{1, 1});

  // those that share a name are told apart by their order
  const TestSource twin = source_at(5, 1);
  look(128, {hidden, twin});
  look(160, {seen, hidden, twin});
  CHECK(gains(1) == Gains{0, 0});
  CHECK(gains(2) == Gains{1, 1});
}

TEST_CASE("facets of a body at rest are not looked at again until it turns, also after an interruption") {
  const std::vector<Receiver> ears{ear_at({2, 0, 0})};
  Visibility visibility;
  const auto gain_of = [&](int block, double y, double angle) {  // of a facet at y that its own plate hides near y = 0
    TestSource facet = monopole_at({0, y, 0}, sine(500));
    Stage stage({facet});
    const TimeBlock time{SampleIndex{128} * block, 128, SampleRate{44100}, {}};  // each holds a glance
    stage.radiate(time);
    std::vector<Shape> plate{plate_at(0, facet.object)};
    plate[0].pose.rotation = rotation_about({0, 0, 1}, angle);
    stage.signals().occluders = plate;
    stage.signals().sources[0].hidden_by_own_object = true;
    Surroundings around;
    around.block = time;
    around.receivers = &ears;
    visibility.look(stage.signals(), around);
    return visibility.fades(0)[0].to;
  };
  CHECK(gain_of(0, 0, 0) == 0);
  CHECK(gain_of(1, 5, 0) == 0);  // a facet cannot leave its body; if it did, nobody would look
  StateArchive saved;
  saved.fields(visibility);
  visibility = {};
  StateArchive state(saved.bytes());
  state.fields(visibility);
  CHECK(gain_of(2, 5, 0) == 0);
  CHECK(gain_of(3, 5, 0.02) == 1);
}

TEST_CASE("each facet of a channel is seen just when a ray from it meets nothing, whether a ray was sent or not") {
  // a floor and two walls, of one object; what is in the channel may be hidden by a wall, what is outside may not
  std::vector<Shape> channel;
  for (const Pose& pose : {Pose{{0, 0, 0}, {}}, Pose{{0.4, 0, 0.45}, rotation_about({0, 1, 0}, std::numbers::pi / 2)},
                           Pose{{-0.4, 0, 0.45}, rotation_about({0, 1, 0}, std::numbers::pi / 2)}}) {
    Shape wall;
    wall.form = MeshForm{std::make_shared<TriangleMesh>(box_mesh({0.8, 1, 0.05}, 16))};
    wall.pose = pose;
    channel.push_back(wall);
  }
  std::vector<TestSource> sources;
  std::vector<Vec3> fronts;
  for (const Shape& wall : channel) {
    const TriangleMesh& mesh = *std::get<MeshForm>(wall.form).mesh;
    for (const Triangle& t : mesh.triangles) {
      const Vec3 a = wall.pose.to_world(mesh.vertices[t[0]]), b = wall.pose.to_world(mesh.vertices[t[1]]),
                 c = wall.pose.to_world(mesh.vertices[t[2]]);
      sources.push_back(monopole_at((a + b + c) / 3.0, sine(500)));
      sources.back().id = static_cast<std::int64_t>(sources.size());
      fronts.push_back(0.5 * cross(b - a, c - a));
    }
  }
  Stage stage(sources);
  const TimeBlock block{0, 128, SampleRate{44100}, {}};
  stage.radiate(block);
  stage.signals().occluders = channel;
  for (std::size_t s = 0; s < sources.size(); ++s) {
    stage.signals().sources[s].hidden_by_own_object = true;
    stage.signals().sources[s].front = fronts[s];
  }
  const std::vector<Receiver> ears{ear_at({2, 0.3, 1.4}), ear_at({-0.1, 0, 3})};
  Surroundings around;
  around.block = block;
  around.receivers = &ears;
  Visibility visibility;
  visibility.look(stage.signals(), around);
  const RayScene rays(channel);
  int outside = 0, hidden = 0;
  for (std::size_t s = 0; s < sources.size(); ++s)
    for (std::size_t e = 0; e < ears.size(); ++e) {
      const Vec3 place = sources[s].position(0) + 1e-4 * normalized(fronts[s]), ear = ears[e].path.position(0);
      const bool is_before = dot(fronts[s], ear - place) > 0, is_blocked = rays.is_blocked(place, ear);
      CHECK(visibility.fades(s)[e * kRoutes].to == (is_before && !is_blocked ? 1 : 0));
      outside += is_before && !is_blocked, hidden += is_before && is_blocked;
    }
  CHECK(outside > 50);
  CHECK(hidden > 50);
}
