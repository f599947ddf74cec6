#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "output/compare.h"
#include "output/fourier.h"
#include "render/render.h"
#include "scene_file/scene_file.h"

using namespace resound;

namespace {

struct Pours {
  std::vector<double> speeds;  // [m/s]  of collisions faster than kHeard, rising
  std::vector<double> power;   // of each octave
};

// Slower collisions carry 2 % of the energy. How many of them a heap makes while it comes to rest is where hard and
// soft grains differ: a hard one ends its rattling at a centimetre a second.
constexpr double kHeard = 0.1;  // [m/s]

// The greatest distance between two distributions [Smirnov 1939]; both rising.
double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double greatest = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    a[i] < b[j] ? ++i : ++j;
    greatest = std::max(greatest, std::abs(static_cast<double>(i) / static_cast<double>(a.size()) -
                                           static_cast<double>(j) / static_cast<double>(b.size())));
  }
  return greatest;
}

void add_octaves(std::vector<float> sound, double rate, std::vector<double>& power) {
  sound.resize(static_cast<std::size_t>(power_of_two_at_least(static_cast<std::int64_t>(sound.size()))));
  RealFourier transform(static_cast<int>(sound.size()));
  power.resize(octave_centres().size());
  const auto bins = transform.forward(sound);
  for (std::size_t k = 0; k < bins.size(); ++k) {
    const double frequency = static_cast<double>(k) * rate / static_cast<double>(sound.size());
    for (std::size_t band = 0; band < power.size(); ++band)
      if (std::abs(std::log2(frequency / octave_centres()[band])) < 0.5) power[band] += std::norm(bins[k]);
  }
}

// Into acrylic, which rings so shortly that chance hardly moves the level of an octave: one mode of the steel cup is 10
// dB louder in one pour than in the next.
Scene pour_into_acrylic(const std::string& method) {
  const std::vector<std::string> set{"beads.count=400",        "duration_s=1.3",      "cup.material=acrylic",
                                     "cup.wall_m=0.004",       "cup.base_m=0.004",    "cup.max_frequency_hz=12000",
                                     "beads.method=" + method, "bed.method=" + method};
  return load_scene(find_scene("pour"), set).scene;
}

Pours pour_thrice(const std::string& method) {
  Pours pours;
  Scene scene = pour_into_acrylic(method);
  RenderSettings settings;
  settings.bodies = std::make_shared<PreparedBodies>(scene, settings.preparation);
  settings.watch = [&](const TimeBlock&, const MotionEvents& events, const SourceSignals&) {
    for (const Collision& collision : events.grains.collisions)
      if (collision.speed > kHeard) pours.speeds.push_back(collision.speed);
  };
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    scene.seed = seed;
    MemoryRecorder recorder(SampleRate{scene.sample_rate});
    render(scene, settings, recorder);
    add_octaves(recorder.take().channels[0], scene.sample_rate, pours.power);
  }
  std::ranges::sort(pours.speeds);
  return pours;
}

}  // namespace

TEST_SUITE("slow") {
  TEST_CASE("hard and soft grains make the same pour: as many collisions and as fast and as loud in every octave") {
    const Pours hard = pour_thrice("hard"), soft = pour_thrice("soft");
    const double hards = static_cast<double>(hard.speeds.size()), softs = static_cast<double>(soft.speeds.size());
    CHECK(hards > 20000);
    CHECK(softs / hards == doctest::Approx(1).epsilon(0.05));
    CHECK(distance(hard.speeds, soft.speeds) < 1.63 * std::sqrt((hards + softs) / (hards * softs)));  // 99 %
    for (std::size_t band = 0; band < hard.power.size(); ++band) {
      CAPTURE(octave_centres()[band]);
      if (octave_centres()[band] > 100)  // below, a few thuds of the ground make all of it
        CHECK(std::abs(10 * std::log10(soft.power[band] / hard.power[band])) < 1.5);
    }
  }
}
