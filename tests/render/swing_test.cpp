#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "numerics/pi.h"
#include "render/render.h"
#include "render/swing.h"

using namespace resound;

namespace {

Scene swinging_bar(const Vec3& ear) {
  Solid bar;
  bar.shape = BarShape{0.3, 0.03, 0.008};
  bar.cells = {24, 2, 1};
  bar.hinged = {BoxSide::x_min, BoxSide::z_max};
  bar.pose = {{0, 0, 0.8}, rotation_about({0, 1, 0}, kPi / 2)};
  Strike blow;
  blow.target = "bar";
  blow.place = {0.13, 0, -0.004};
  blow.time = 0.005;
  blow.mass = 0.05;
  blow.radius = 0.01;
  blow.speed = 2;
  blow.tip = MalletHead::wood;
  ListenerSetup microphone;
  microphone.kind = ListenerKind::microphone;
  microphone.path = Path(ear);
  Scene scene;
  scene.duration = 0.62;  // up, and down again past its rest
  scene.air.absorption = false;
  scene.listeners = {microphone};
  scene.objects = {{"bar", bar}, {"blow", blow}};
  return scene;
}

double spread(const std::vector<double>& values) {
  const auto [low, high] = std::ranges::minmax(values);
  return high - low;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

std::vector<double> in_decibels(std::vector<double> amplitudes) {
  for (double& a : amplitudes) a = 20 * std::log10(a);
  return amplitudes;
}

}  // namespace

TEST_SUITE("slow") {
  TEST_CASE("the line of a swinging bar wobbles in frequency and level as the exact Doppler of its motion says") {
    const Vec3 ear{0.9, -0.1, 0.62};
    const Scene scene = swinging_bar(ear);
    RenderSettings settings;
    settings.bodies = std::make_shared<PreparedBodies>(scene, PreparationSettings{});
    const SolidDamping damping = damping_of(std::get<Solid>(scene.objects[0].kind));
    const double omega = 2 * kPi * 1021;  // the second line, the loudest: hinged and free, with shear
    const RingingLine line{omega / (2 * kPi), (damping.strain * omega * omega + damping.mass) / 2};
    SwingWatch watch(scene, *settings.bodies, 0, line, 0.03, 0.11);
    settings.watch = [&](const auto&... block) { watch.watch(block...); };
    const Recording recording = render(scene, settings);

    LineTrackSettings track{.frequency = line.frequency, .begin = 0.02, .end = 0.6};
    const LineTrack heard = follow_line(recording.channels[0], recording.rate, track);
    Swing swing = watch.swing();
    const auto expected = [&] { return swing.track_at(ear, speed_of_sound(scene.air), recording.rate, track); };
    swing.line.frequency += heard.mean_frequency() - expected().mean_frequency();  // its pitch is not at stake here
    const LineTrack exact = expected();

    REQUIRE(heard.frequency.size() == exact.frequency.size());
    CHECK(spread(swing.angles) > 1);                             // [rad]
    CHECK(std::abs(swing.line.frequency - line.frequency) < 1);  // [Hz]
    const double wobble = spread(exact.frequency);               // [Hz]
    const auto level = in_decibels(exact.amplitude), louder = in_decibels(heard.amplitude);
    CAPTURE(wobble);
    CAPTURE(spread(level));
    CHECK(wobble > 1.5);
    CHECK(spread(level) > 6);  // [dB]
    CHECK(std::abs(spread(heard.frequency) / wobble - 1) < 0.05);
    CHECK(largest_difference(heard.frequency, exact.frequency) < 0.05 * wobble);  // all the way
    // the level is not adjusted
    CHECK(largest_difference(heard.amplitude, exact.amplitude) < 0.01 * spread(exact.amplitude));
    const double loudest = *std::ranges::max_element(level);
    for (std::size_t i = 0; i < level.size(); ++i)
      if (level[i] > loudest - 20)  // beyond, where directions cancel, other lines show through
        CHECK(std::abs(louder[i] - level[i]) < 20 * std::log10(1.05));
  }
}
