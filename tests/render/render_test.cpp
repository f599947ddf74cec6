#include "render/render.h"

#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "base/error.h"

using namespace resound;

namespace {

// A beacon at the origin and one microphone a given distance away along x, in air without absorption.
Scene beacon_scene(const Beacon& beacon, double distance) {
  Scene scene;
  scene.duration = 0.5;
  scene.air.absorption = false;
  scene.objects.push_back({"beacon", beacon});
  ListenerSetup microphone;
  microphone.kind = ListenerKind::microphone;
  microphone.path = Path(Vec3{distance, 0, 0});
  scene.listeners = {microphone};
  return scene;
}

double level(const std::vector<float>& samples, std::size_t begin, std::size_t end) {  // [dB SPL]
  double squares = 0;
  for (std::size_t i = begin; i < end; ++i) squares += static_cast<double>(samples[i]) * samples[i];
  return 10 * std::log10(squares / static_cast<double>(end - begin) / (20e-6 * 20e-6));
}

std::size_t peak_sample(const std::vector<float>& samples) {
  std::size_t peak = 0;
  for (std::size_t i = 0; i < samples.size(); ++i)
    if (std::abs(samples[i]) > std::abs(samples[peak])) peak = i;
  return peak;
}

}  // namespace

TEST_CASE("a tone of 80 dB SPL at one metre is heard at 60 dB SPL from ten") {
  Beacon beacon;
  beacon.signal = BeaconSignal::tone;
  beacon.level_db = 80;
  const Recording recording = render(beacon_scene(beacon, 10));
  REQUIRE(recording.channels.size() == 1);
  REQUIRE(recording.channels[0].size() == 24000);
  CHECK(level(recording.channels[0], 12000, 24000) == doctest::Approx(60).epsilon(0.001));
}

TEST_CASE("a click arrives on its sample: off by none from source to recording") {
  Beacon beacon;
  beacon.offset = 0.1;
  beacon.interval = 10;
  Scene scene = beacon_scene(beacon, 0);
  const double distance = speed_of_sound(scene.air) * 480 / 48000;  // 480 samples away
  scene = beacon_scene(beacon, distance);
  const std::vector<float> heard = render(scene).channels[0];
  CHECK(peak_sample(heard) == 4800 + 480);
  const double expected = 20e-6 * std::pow(10, beacon.level_db / 20) / distance;
  CHECK(std::abs(heard[5280]) == doctest::Approx(expected).epsilon(0.01));
}

TEST_CASE("a crop is the same samples as the whole") {
  Beacon beacon;
  beacon.signal = BeaconSignal::tone;
  const Scene scene = beacon_scene(beacon, 3);
  const std::vector<float> whole = render(scene).channels[0];
  RenderSettings settings;
  settings.crop_begin = 0.1001;
  settings.crop_end = 0.3;
  const std::vector<float> part = render(scene, settings).channels[0];
  REQUIRE(part.size() == 14400 - 4805);
  CHECK(std::equal(part.begin(), part.end(), whole.begin() + 4805));
}

TEST_CASE("slow motion plays the same sound at a fraction of its pitch") {
  Beacon beacon;
  beacon.signal = BeaconSignal::tone;
  beacon.frequency = 8000;
  Scene scene = beacon_scene(beacon, 1);
  scene.slow_motion = 8;
  scene.duration = 0.1;
  const std::vector<float> heard = render(scene).channels[0];
  REQUIRE(heard.size() == 38400);
  int rising = 0;  // zero crossings of a tone that should now be at 1000 Hz
  for (std::size_t i = 14400; i < 38400; ++i) rising += heard[i - 1] < 0 && heard[i] >= 0;
  CHECK(std::abs(rising - 500) <= 1);
}

TEST_CASE("stems add up to the mix") {
  Beacon low, high;
  low.signal = high.signal = BeaconSignal::tone;
  high.frequency = 3000;
  Scene scene = beacon_scene(low, 2);
  scene.objects.push_back({"high", high});
  RenderSettings settings;
  settings.stems = true;
  const Recording recording = render(scene, settings);
  REQUIRE(recording.stems.size() == 2);
  for (std::size_t i = 0; i < 24000; ++i) {
    const double sum = static_cast<double>(recording.stems[0][0][i]) + recording.stems[1][0][i];
    REQUIRE(std::abs(sum - recording.channels[0][i]) < 1e-6);
  }
  CHECK(recording.channels[0] == render(scene).channels[0]);  // asking for stems changes nothing
}

TEST_CASE("a render that is asked to stop leaves with CancelledError") {
  std::stop_source stop;
  RenderSettings settings;
  settings.stop = stop.get_token();
  settings.progress = [&](const Progress&) { stop.request_stop(); };  // first called before the first block
  Beacon beacon;
  const Scene scene = beacon_scene(beacon, 1);
  CHECK_THROWS_AS(render(scene, settings), CancelledError);
}

TEST_CASE("frames come one for one with the frame rate") {
  Beacon beacon;
  Scene scene = beacon_scene(beacon, 1);
  scene.picture.width = 64;
  scene.picture.height = 36;
  scene.picture.frame_rate = {24000, 1001};
  RenderSettings settings;
  settings.picture = true;
  settings.picture_quality = PictureQuality::draft;
  const Recording recording = render(scene, settings);
  CHECK(recording.frames.size() == 12);  // 11.988 frame lengths in half a second: frames 0 to 11 begin in it
  CHECK(recording.frames[0].rgb.size() == 64 * 36 * 3);
}
