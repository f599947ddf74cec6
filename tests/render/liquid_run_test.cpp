#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "body/prepared_body.h"
#include "numerics/gravity.h"
#include "numerics/pi.h"
#include "render/heard_column.h"
#include "render/render.h"
#include "render/splash_run.h"
#include "scene/air.h"

// Liquids that the solver moves, listened to.
using namespace resound;

namespace {

Scene scene_with_ear(double duration) {
  Scene scene;
  scene.duration = duration;
  ListenerSetup microphone;
  microphone.kind = ListenerKind::microphone;
  microphone.path = Path(Vec3{0, -0.5, 0.3});
  scene.listeners = {microphone};
  return scene;
}

Fixture open_box(double side, double height) {
  Fixture box;
  box.shape = FixtureShape::box;
  box.length = box.width = side;
  box.height = height;
  return box;
}

// A block of water, 6 cm x 6 cm x 5 cm, falls into a container: the scene of Drioli and Rocchesso, small.
constexpr double kDrop = 0.2;  // [m]  from the bottom of the block to the floor
Scene dam_break(int particles) {
  Scene scene = scene_with_ear(1);
  Liquid water;
  water.particles = particles;
  water.position = {0, 0, kDrop};
  water.size = {0.06, 0.06, 0.05};
  water.meets_ground = false;
  scene.objects = {{"water", water}, {"container", open_box(0.1, 0.12)}};
  return scene;
}

struct HeardLiquid {
  std::vector<SplashImpact> impacts;
  std::vector<SplashBubble> bubbles;
  std::vector<SplashLevel> levels;
  Recording recording;
};
HeardLiquid listen(const Scene& scene) {
  HeardLiquid heard;
  const auto sink = [&](const Splash& splash, const std::string&) {
    if (const auto* impact = std::get_if<SplashImpact>(&splash)) heard.impacts.push_back(*impact);
    if (const auto* bubble = std::get_if<SplashBubble>(&splash)) heard.bubbles.push_back(*bubble);
    if (const auto* level = std::get_if<SplashLevel>(&splash)) heard.levels.push_back(*level);
  };
  const auto bodies = std::make_shared<PreparedBodies>(scene, PreparationSettings{});
  heard.recording = render_splashes(scene, bodies, {.threads = 1, .stop = {}, .progress = {}, .sink = sink});
  return heard;
}

constexpr int kParticles = 1500;
const HeardLiquid& small_dam_break() {  // the run that two tests look at
  static const HeardLiquid heard = listen(dam_break(kParticles));
  return heard;
}

// What share of all particles that landed did so in each tenth of a second?
std::vector<double> envelope(const HeardLiquid& heard) {
  std::vector<double> shape(10, 0.0);
  double total = 0;
  for (const SplashImpact& impact : heard.impacts) {
    shape[std::min<std::size_t>(9, static_cast<std::size_t>(impact.time / 0.1))] += impact.particles;
    total += impact.particles;
  }
  for (double& share : shape) share /= total;
  return shape;
}

double energy_of(const Recording& recording, double begin = 0, double end = 1e9) {  // [Pa^2]
  double sum = 0;
  for (std::size_t i = 0; i < recording.channels[0].size(); ++i) {
    const double time = static_cast<double>(i) / recording.rate.hz;
    if (time >= begin && time < end) sum += std::pow(recording.channels[0][i], 2);
  }
  return sum;
}

}  // namespace

TEST_CASE("liquid that strikes a vessel rings the vessel at its own notes") {
  Scene scene = scene_with_ear(0.5);
  Liquid water;
  water.particles = 300;
  water.position = {0, 0, 0.1};
  water.size = {0.02, 0.02, 0.02};
  water.meets_ground = false;
  water.sound.impacts_gain = water.sound.bubbles_gain = 0;  // the vessel alone is heard
  Body cup;
  cup.shape = CupShape{.radius = 0.045, .height = 0.05, .wall = 0.009, .base = 0.009};
  cup.material.young_modulus = 200e9;
  cup.material.density = 7850;
  cup.material.poisson_ratio = 0.3;
  cup.damping = Damping{.stiffness_time = 0, .mass_rate = 20, .loss_factor = 0, .mode_t60 = {}};
  cup.max_frequency = 16'000;
  scene.objects = {{"water", water}, {"cup", cup}};
  const auto bodies = std::make_shared<PreparedBodies>(scene, PreparationSettings{});

  RenderSettings settings;
  settings.threads = 1;
  settings.bodies = bodies;
  std::optional<double> first;
  double impulse = 0;  // [N s]
  settings.watch = [&](const TimeBlock&, const MotionEvents& events, const SourceSignals&) {
    for (const Contact& contact : events.contacts) {
      if (!first) first = contact.time;
      CHECK(contact.object == 1);
      impulse += std::get<StrikePulse>(contact.pulse).impulse;
    }
  };
  const Recording recording = render(scene, settings);
  const double lands = std::sqrt(2 * (0.1 - 0.009) / kGravity);
  REQUIRE(first);
  CHECK(*first == doctest::Approx(lands).epsilon(0.08));
  CHECK(impulse < 998.2 * 8e-6 * kGravity * lands * 1.3);  // no more than the water brings
  CHECK(impulse > 998.2 * 8e-6 * kGravity * lands * 0.3);
  CHECK(energy_of(recording, 0, 0.9 * lands) < 1e-9 * energy_of(recording));

  const std::vector<double> sound(recording.channels[0].begin(), recording.channels[0].end());
  double best = 0, most = 0;
  for (double f = 1000; f < 17'000; f += 5)
    if (const double level = std::abs(phasor_around(sound, 9600, f)); level > most) most = level, best = f;
  double nearest = 1e9;
  for (const BodyMode& mode : bodies->find(1)->model.modes)
    nearest = std::min(nearest, std::abs(mode.omega / (2 * kPi) - best));
  CAPTURE(best);
  CHECK(nearest < 25);  // [Hz]
}

TEST_SUITE("slow") {
  TEST_CASE(
      "a block of water that falls into a container splashes as in the paper: impacts; then bubbles; rising steeper") {
    const HeardLiquid& heard = small_dam_break();
    const double dx = std::cbrt(0.06 * 0.06 * 0.05 / kParticles);
    REQUIRE(!heard.impacts.empty());
    REQUIRE(heard.bubbles.size() > 20);
    CHECK(heard.impacts.front().time == doctest::Approx(std::sqrt(2 * kDrop / kGravity)).epsilon(0.06));
    CHECK(energy_of(heard.recording, 0, heard.impacts.front().time) < 1e-9 * energy_of(heard.recording));

    const auto filled = std::ranges::find_if(heard.levels, [&](const SplashLevel& l) { return l.level > 2 * dx; });
    REQUIRE(filled != heard.levels.end());
    CHECK(heard.bubbles.front().time > filled->time - 0.025);  // told every 20 ms
    CHECK(heard.bubbles.front().time > heard.impacts.front().time + 0.02);

    const auto level_at = [&](double time) {
      double level = 0;
      for (const SplashLevel& l : heard.levels)
        if (l.time <= time) level = l.level;
      return level;
    };
    for (const SplashBubble& bubble : heard.bubbles) {  // a bubble begins up to 20 ms after the level that it goes by
      const double low = std::min(level_at(bubble.time - 0.05), level_at(bubble.time + 0.02));
      const double high = std::max(level_at(bubble.time - 0.05), level_at(bubble.time + 0.02));
      CHECK(bubble.rise > 0.05 + 0.25 * low / 0.12 - 0.02);
      CHECK(bubble.rise < 0.05 + 0.25 * high / 0.12 + 0.02);
    }
    const auto landed = [&](double from, double to) {
      int particles = 0;
      for (const SplashImpact& impact : heard.impacts)
        if (impact.time >= from && impact.time < to) particles += impact.particles;
      return particles;
    };
    CHECK(landed(0.2, 0.3) > kParticles / 2);   // half of it strikes the floor at once
    CHECK(landed(0.9, 1.0) < kParticles / 20);  // and it calms down
  }

  TEST_CASE(
      "twice the particles change the level of falling water by less than 2 dB and the envelope by less than 20 %") {
    const HeardLiquid &coarse = small_dam_break(), fine = listen(dam_break(2 * kParticles));
    const double change = 10 * std::log10(energy_of(fine.recording) / energy_of(coarse.recording));
    const std::vector<double> shape = envelope(coarse), other = envelope(fine);
    double difference = 0;
    for (std::size_t i = 0; i < shape.size(); ++i) difference += std::abs(shape[i] - other[i]);
    MESSAGE("fine beside coarse: ", change, " dB, envelope ", difference, "; impacts ", coarse.impacts.size(), " and ",
            fine.impacts.size(), ", bubbles ", coarse.bubbles.size(), " and ", fine.bubbles.size());
    CHECK(std::abs(change) < 2);
    CHECK(difference < 0.2);
  }
}
