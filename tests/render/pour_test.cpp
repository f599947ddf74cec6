#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "motion/motion.h"
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

// The greatest distance between two distributions, as Kolmogorov and Smirnov measure it; both rising.
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

std::vector<float> stretch(const std::vector<float>& sound, double rate, double from, double to) {  // [s]
  const auto at = [&](double time) { return sound.begin() + static_cast<std::ptrdiff_t>(time * rate); };
  return {at(from), at(to)};
}

// Of the same stretch of several sounds: in one of 100 ms, chance moves the centroid by a kilohertz.
class Timbre {
 public:
  Timbre(double from, double to) : from_(from), to_(to) {}  // [s]

  void add(const std::vector<float>& whole, double rate = 48000) {  // [Hz]
    std::vector<float> sound = stretch(whole, rate, from_, to_);
    sound.resize(static_cast<std::size_t>(power_of_two_at_least(static_cast<std::int64_t>(sound.size()))));
    RealFourier transform(static_cast<int>(sound.size()));
    const auto bins = transform.forward(sound);
    for (std::size_t k = 0; k < bins.size(); ++k) {
      const double power = std::norm(bins[k]) / (to_ - from_);
      power_ += power;
      moment_ += power * static_cast<double>(k) * rate / static_cast<double>(sound.size());
    }
  }
  double level() const { return 10 * std::log10(power_); }  // [dB]  re anything
  double centroid() const { return moment_ / power_; }      // [Hz]

 private:
  double from_, to_, power_ = 0, moment_ = 0;
};

// The beads that lay on the gate fall as one layer and land as one: a single event in each pour, which makes octaves
// below 1 kHz 2 dB louder in one pour than in the next. Levels are taken when it is over.
constexpr double kFlowing = 0.35;  // [s]

// Into acrylic, which rings so shortly that chance hardly moves the level of an octave: one mode of the steel cup is 10
// dB louder in one pour than in the next.
Scene pour_into_acrylic(const std::string& method) {
  const std::vector<std::string> set{"beads.count=400",        "duration_s=1",        "cup.material=acrylic",
                                     "cup.wall_m=0.004",       "cup.base_m=0.004",    "cup.max_frequency_hz=12000",
                                     "beads.method=" + method, "bed.method=" + method};
  return load_scene(find_scene("pour"), set).scene;
}

Pours pour_often(const std::string& method) {
  Pours pours;
  Scene scene = pour_into_acrylic(method);
  RenderSettings settings;
  settings.bodies = std::make_shared<PreparedBodies>(scene, settings.preparation);
  settings.watch = [&](const TimeBlock&, const MotionEvents& events, const SourceSignals&) {
    for (const Collision& collision : events.grains.collisions)
      if (collision.speed > kHeard) pours.speeds.push_back(collision.speed);
  };
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    scene.seed = seed;
    MemoryRecorder recorder(SampleRate{scene.sample_rate});
    render(scene, settings, recorder);
    add_octaves(stretch(recorder.take().channels[0], scene.sample_rate, kFlowing, scene.duration), scene.sample_rate,
                pours.power);
  }
  std::ranges::sort(pours.speeds);
  return pours;
}

// As often as it is poured, with other random numbers each time.
template <class Hear>
void pour_into_ceramic(std::vector<std::string> set, std::uint64_t times, const Hear& hear) {
  for (const char* measure :
       {"cup.material=ceramic", "cup.wall_m=0.004", "cup.base_m=0.005", "cup.radius_m=0.022", "cup.height_m=0.08"})
    set.emplace_back(measure);
  Scene scene = load_scene(find_scene("pour"), set).scene;
  RenderSettings settings;
  settings.stems = true;
  settings.bodies = std::make_shared<PreparedBodies>(scene, settings.preparation);
  for (scene.seed = 1; scene.seed <= times; ++scene.seed) hear(render(scene, settings));
}

}  // namespace

TEST_CASE("the bed of the pour begins free of every container") {
  const std::vector<std::vector<std::string>> containers{
      {},
      {"cup.radius_m=0.05", "cup.height_m=0.13"},
      {"cup.material=ceramic", "cup.wall_m=0.004", "cup.base_m=0.005"},
      {"cup.shape=bowl", "cup.material=polyethylene", "cup.radius_m=0.06", "cup.wall_m=0.002"},
      {"cup.position_m=[0,0,-1]", "pocket.position_m=[0,0,0.001]"}};
  for (std::vector<std::string> set : containers) {
    CAPTURE(set.empty() ? "steel cup" : set.front());
    set.insert(set.end(), {"bed.count=1000", "cup.max_frequency_hz=1500"});
    const Scene scene = load_scene(find_scene("pour"), set).scene;
    CHECK_NOTHROW(Motion(scene, PreparedBodies(scene, {})));
  }
}

TEST_SUITE("slow") {
  TEST_CASE("hard and soft grains make the same pour: as many collisions and as fast and as loud in every octave") {
    const Pours hard = pour_often("hard"), soft = pour_often("soft");
    const double hards = static_cast<double>(hard.speeds.size()), softs = static_cast<double>(soft.speeds.size());
    CHECK(hards > 50000);
    CHECK(softs / hards == doctest::Approx(1).epsilon(0.05));
    CHECK(distance(hard.speeds, soft.speeds) < 1.63 * std::sqrt((hards + softs) / (hards * softs)));  // 99 %
    for (std::size_t band = 0; band < hard.power.size(); ++band) {
      CAPTURE(octave_centres()[band]);
      if (octave_centres()[band] > 100)  // below, a few thuds of the ground make all of it
        CHECK(std::abs(10 * std::log10(soft.power[band] / hard.power[band])) < 1.5);
    }
  }

  TEST_CASE("a pour into an empty ceramic cup is loud at first and grows fainter and duller as it fills") {
    // the beads come as fast all the while
    Timbre early(0.3, 0.4), late(0.55, 0.65), cup_early = early, cup_late = late;
    Timbre beads_early = early, beads_later(0.45, 0.55), beads_late = late;
    pour_into_ceramic({"beads.count=1000", "duration_s=0.7"}, 12, [&](const Recording& pour) {
      for (Timbre* timbre : {&early, &late}) timbre->add(pour.channels[0]);
      for (Timbre* timbre : {&cup_early, &cup_late}) timbre->add(pour.stems.back().front());
      for (Timbre* timbre : {&beads_early, &beads_later, &beads_late}) timbre->add(pour.stems.front().front());
    });
    CHECK(early.level() - late.level() > 6);
    CHECK(early.centroid() - late.centroid() > 250);
    // it is the cup that does so: beads on beads sound as ever, and higher than the cup
    CHECK(cup_early.level() - cup_late.level() > 6);
    CHECK(cup_early.centroid() - cup_late.centroid() > 250);
    CHECK(std::abs(beads_early.level() - beads_later.level()) < 1.5);
    CHECK(beads_late.centroid() > late.centroid() + 1000);
  }

  // Figure 5.1 of the thesis, with beads for its discs.
  TEST_CASE("the same beads are fainter and duller in a ceramic cup that holds beads than in an empty one") {
    Timbre in_empty(0.3, 0.5), in_filled(0.3, 0.5);
    pour_into_ceramic({"beads.count=400", "duration_s=0.5"}, 4,
                      [&](const Recording& pour) { in_empty.add(pour.channels[0]); });
    pour_into_ceramic(
        {"beads.count=400", "duration_s=0.5", "bed.count=600", "bed.fill_radius_m=0.016", "bed.position_m=[0,0,0.007]"},
        4, [&](const Recording& pour) { in_filled.add(pour.channels[0]); });
    CHECK(in_empty.level() - in_filled.level() > 6);
    CHECK(in_empty.centroid() - in_filled.centroid() > 500);
  }
}
