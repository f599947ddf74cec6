// Collisions by chance against collisions as they were found: as loud in every octave, as many, as spiky.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numbers>
#include <optional>

#include "base/parallel.h"
#include "emission/emission.h"
#include "listener/listener.h"
#include "motion/motion.h"
#include "numerics/gravity.h"
#include "numerics/random_stream.h"
#include "output/compare.h"
#include "output/sound_statistics.h"
#include "propagation/propagation.h"
#include "render/render.h"
#include "render/timeline.h"
#include "scene/materials.h"
#include "scene_file/scene_file.h"
#include "scratch_folder.h"

using namespace resound;

namespace {

struct HeardOften {
  double power = 0, kurtosis = 0;
  std::vector<double> speeds;                // [m/s]  of all collisions
  std::vector<double> bands;                 // power
  std::vector<std::vector<double>> of_each;  // the same of each that was added

  void add(const Scene& scene, const std::shared_ptr<const PreparedBodies>& bodies) {
    RenderSettings settings;
    settings.bodies = bodies;
    settings.watch = [&](const TimeBlock&, const MotionEvents& events, const SourceSignals&) {
      for (const Collision& c : events.grains.collisions) speeds.push_back(c.speed);
    };
    MemoryRecorder recorder(SampleRate{scene.sample_rate});
    render(scene, settings, recorder);
    const std::vector<float> sound = recorder.take().channels[0];
    add(sound, {sound}, scene.sample_rate);
  }
  // A sound, and its parts whose powers are to be added.
  void add(const std::vector<float>& sound, const std::vector<std::vector<float>>& parts, double rate) {
    const SoundStatistics whole = sound_statistics(sound, rate);
    power += whole.rms * whole.rms, kurtosis += whole.kurtosis;
    bands.resize(whole.band_levels.size());
    of_each.emplace_back(bands.size());
    for (const std::vector<float>& part : parts) {
      const SoundStatistics found = sound_statistics(part, rate);
      for (std::size_t k = 0; k < bands.size(); ++k) of_each.back()[k] += std::pow(10, found.band_levels[k] / 10);
    }
    for (std::size_t k = 0; k < bands.size(); ++k) bands[k] += of_each.back()[k];
  }
  double relative_error(std::size_t k) const {  // [1]  of the power of one octave, by how much those added differ
    const auto count = static_cast<double>(of_each.size());
    double squares = 0;
    for (const auto& one : of_each) squares += std::pow(one[k] * count / bands[k] - 1, 2);
    return std::sqrt(squares / (count * (count - 1)));
  }
  double faster_than(double speed) const {
    return static_cast<double>(std::ranges::count_if(speeds, [speed](double v) { return v > speed; }));
  }
};

Scene with(Scene scene, CollisionSourceKind collisions, std::uint64_t seed) {
  scene.seed = seed;
  for (Object& object : scene.objects)
    if (auto* grains = std::get_if<Grains>(&object.kind)) grains->collisions = collisions;
  return scene;
}

double octave_difference(const HeardOften& exact, const HeardOften& chance, std::size_t k) {  // [dB]
  const double difference = 10 * std::log10(chance.bands[k] / exact.bands[k]);
  MESSAGE(octave_centres()[k] << " Hz: " << difference << " dB");
  return difference;
}

void check_alike(const HeardOften& exact, const HeardOften& chance, double decibel) {
  for (std::size_t k = 0; k < exact.bands.size(); ++k)
    if (octave_centres()[k] >= 250) CHECK(std::abs(octave_difference(exact, chance, k)) < decibel);
}

// A mode that rings longer than the pour adds up hits of any phase: its power is the square of a walk by chance, of
// which ten pours tell the mean within 1.1 dB at best. But that mean is the sum of the powers of hits that are heard
// apart. So the hits are dealt to many ears, those of 5 ms at a time, and the powers of what each hears are added: left
// out are the products of hits that different ears hear, whose mean is nothing and which are the walk.
class ManyEars {
 public:
  ManyEars(const Scene& scene, const std::shared_ptr<const PreparedBodies>& bodies) : motion_(scene, *bodies) {
    for (std::size_t k = 0; k < kEars; ++k) ears_.push_back(std::make_unique<Ear>(scene, *bodies));
  }

  void hear(const Scene& scene, HeardOften& heard) {
    while (motion_.settle() > 0) continue;
    for (Timeline timeline(scene, {}, 0); !timeline.is_over(); timeline.next()) {
      const MotionEvents& events = motion_.advance(timeline.block());
      parallel_for(kEars, [&](std::size_t k) { ears_[k]->add(dealt_to(k, events), timeline.block()); });
    }
    std::vector<std::vector<float>> parts;
    for (const auto& ear : ears_) parts.push_back(ear->sound);
    std::vector<float> sound(parts[0].size());
    for (const auto& part : parts)
      for (std::size_t i = 0; i < sound.size(); ++i) sound[i] += part[i];
    heard.add(sound, parts, scene.sample_rate);
  }

 private:
  static constexpr std::size_t kEars = 64;
  static constexpr double kTurn = 0.005;  // [s]

  struct Ear {
    Emission emission;
    Listener listener;
    Propagation propagation;
    std::vector<float> sound;

    Ear(const Scene& scene, const PreparedBodies& bodies)
        : emission(scene, bodies), listener(scene.listeners), propagation(scene, listener.receivers(), false) {}
    void add(const MotionEvents& events, const TimeBlock& block) {
      const Heard& heard = listener.hear(propagation.carry(emission.radiate(events, block), block));
      sound.insert(sound.end(), heard.channels[0].begin(), heard.channels[0].end());
    }
  };

  // The first hears what grains do to the air, too.
  static MotionEvents dealt_to(std::size_t ear, MotionEvents events) {
    std::erase_if(events.contacts,
                  [ear](const Contact& c) { return static_cast<std::size_t>(c.time / kTurn) % kEars != ear; });
    if (ear > 0) events.grains.collisions = {};
    return events;
  }

  Motion motion_;
  std::vector<std::unique_ptr<Ear>> ears_;
};

// Of which the solver of hard grains tells: slower ones tremble in their places, and how many of those a soft solver
// counts goes by how stiff it is.
double slowest_told(const Scene& scene) {  // [m/s]
  for (const Object& object : scene.objects)
    if (const auto* grains = std::get_if<Grains>(&object.kind)) return std::sqrt(kGravity * 2 * grains->radius) / 10;
  return 0;
}

void check_databank(const Scene& scene, std::uint64_t seeds) {
  const auto bodies = std::make_shared<PreparedBodies>(scene, PreparationSettings{});
  HeardOften exact, chance;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    exact.add(with(scene, CollisionSourceKind::exact, seed), bodies);
    chance.add(with(scene, CollisionSourceKind::databank, seed), bodies);
  }
  const double slowest = slowest_told(scene);
  const double rate = chance.faster_than(slowest) / exact.faster_than(slowest);
  MESSAGE("collisions faster than " << slowest << " m/s: " << rate << " as many");
  CHECK(rate == doctest::Approx(1).epsilon(0.25));
  check_alike(exact, chance, 3);
}

void hear_resampled(const Scene& scene, HeardOften& exact, HeardOften& chance) {
  const auto bodies = std::make_shared<PreparedBodies>(scene, PreparationSettings{});
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    exact.add(with(scene, CollisionSourceKind::exact, seed), bodies);
    chance.add(with(scene, CollisionSourceKind::resampled, seed), bodies);
  }
  CHECK(chance.faster_than(0) / exact.faster_than(0) == doctest::Approx(1).epsilon(0.001));  // the last window is cut
}

Scene pour(std::vector<std::string> set) {
  set.push_back("duration_s=1.0");
  return load_scene(find_scene("pour"), set).scene;
}

// Beads in a drum of acrylic that turns.
struct Drum {
  int count = 250;
  double bead = 0.0025, radius = 0.05, depth = 0.06;  // [m]
  double turns = 2;                                   // [1/s]
  const char* material = "glass";
  std::optional<double> restitution = {};
};
Scene drum(const Drum& drum) {
  Scene scene;
  scene.duration = 0.8;
  scene.listeners[0].path = Path(Vec3{0, -0.4, 0.15});
  Grains beads;
  beads.material = *find_material(drum.material);
  beads.restitution = drum.restitution;
  beads.count = drum.count;
  beads.radius = drum.bead;
  beads.friction = 0.4;
  beads.position = {drum.depth / 2, 0, 0.15 - 0.76 * drum.radius};
  beads.fill_radius = 0.4 * drum.radius;
  beads.settle = 0.3;
  beads.method = GrainMethod::soft;
  Fixture wall;
  wall.shape = FixtureShape::cup;
  wall.radius = drum.radius, wall.height = drum.depth;
  wall.material = *find_material("acrylic");
  wall.friction = 0.6;
  wall.path = Path(Vec3{0, 0, 0.15});
  wall.rotation = rotation_about({0, 1, 0}, std::numbers::pi / 2);
  wall.spin = {.axis = {1, 0, 0}, .rate = 2 * std::numbers::pi * drum.turns};
  Fixture lid = wall;
  lid.shape = FixtureShape::disc;
  lid.path = Path(Vec3{drum.depth, 0, 0.15});
  scene.objects = {{"beads", beads}, {"drum", wall}, {"lid", lid}};
  return scene;
}

// A fall of sand as an animation has it, in particles of one size: a stream that lands and stays on a heap.
Scene sandfall(const Scratch& scratch, int particles) {
  const double grains = 1e6, radius = 0.0005 * std::cbrt(grains / particles), seconds = 0.8, fps = 24;
  const std::string folder = "sand" + std::to_string(particles);
  std::filesystem::create_directory(scratch / folder);
  for (int frame = 0; frame <= static_cast<int>(seconds * fps); ++frame) {
    char name[32];
    std::snprintf(name, sizeof name, "/frame_%04d.csv", frame);
    std::ofstream file(scratch / (folder + name));
    file << "x,y,z\n";
    for (int i = 0; i < particles; ++i) {
      RandomStream chance(5, 0, static_cast<std::uint64_t>(i));
      const double angle = chance.uniform(0, 2 * std::numbers::pi), r = 0.03 * std::sqrt(chance.uniform());
      const double x = r * std::cos(angle), y = r * std::sin(angle), vx = 0.06 * chance.normal(),
                   vy = 0.06 * chance.normal();
      const double share = (i + 0.5) / particles, s = frame / fps - 0.6 * share, floor = 0.1 + 0.06 * std::cbrt(share);
      const double speed = 1.0, fall = (-speed + std::sqrt(speed * speed + 2 * 9.81 * (0.6 - floor))) / 9.81;
      const double t = std::min(s, fall);
      const double z = s < 0 ? 0.6 - s * speed : std::max(floor, 0.6 - speed * t - 9.81 * t * t / 2);
      file << (s > 0 ? x + vx * t : x) << ',' << (s > 0 ? y + vy * t : y) << ',' << z << '\n';
    }
  }
  Scene scene;
  scene.duration = seconds;
  scene.listeners[0].path = Path(Vec3{0, -1, 0.4});
  Sand sand;
  sand.name = "frame_0000.csv";
  sand.file = scratch / (folder + "/frame_0000.csv");
  sand.frame_rate = {24, 1};
  sand.particle_radius = radius;
  sand.material = *find_material("stone");
  Fixture plate;
  plate.shape = FixtureShape::disc;
  plate.radius = 0.2;
  plate.path = Path(Vec3{0, 0, 0.09});
  scene.objects = {{"sand", sand}, {"plate", plate}};
  return scene;
}

}  // namespace

TEST_CASE("the knob keeps the motion and changes the collisions, and the same seed gives the same samples") {
  const std::vector<std::string> set{"beads.count=60", "duration_s=0.5", "cup.max_frequency_hz=3000"};
  Scene scene = load_scene(find_scene("pour"), set).scene;
  RenderSettings settings;
  settings.bodies = std::make_shared<PreparedBodies>(scene, settings.preparation);
  std::vector<std::vector<float>> sounds;
  for (const auto kind : {CollisionSourceKind::exact, CollisionSourceKind::resampled, CollisionSourceKind::databank}) {
    const Scene one = with(scene, kind, 1);
    sounds.push_back(render(one, settings).channels[0]);
    CHECK(sounds.back() == render(one, settings).channels[0]);
    CHECK(sound_statistics(sounds.back(), 48000).rms > 0);
  }
  CHECK(sounds[0] != sounds[1]);
  CHECK(sounds[0] != sounds[2]);
}

TEST_CASE("sand in frames is heard, says what was estimated, and sounds alike in particles of two sizes") {
  const Scratch scratch;
  std::vector<double> levels;
  for (const int particles : {600, 2400}) {
    const Scene scene = sandfall(scratch, particles);
    MemoryRecorder recorder(SampleRate{scene.sample_rate});
    const RenderSummary summary = render(scene, {}, recorder);
    CHECK(summary.notes.size() >= 4);
    levels.push_back(20 * std::log10(sound_statistics(recorder.take().channels[0], scene.sample_rate).rms));
  }
  CHECK(std::isfinite(levels[0]));
  CHECK(std::abs(levels[1] - levels[0]) < 2);
}

TEST_SUITE("slow") {
  // In a cup whose modes forget a hit within ten milliseconds, the level of each octave is known from ten pours.
  TEST_CASE(
      "a resampled pour of 1000 beads is as loud within 1 dB an octave and as spiky as the exact one over ten seeds") {
    HeardOften exact, chance;
    hear_resampled(pour({"cup.damping.loss_factor=0.02"}), exact, chance);
    CHECK(chance.kurtosis / exact.kurtosis == doctest::Approx(1).epsilon(0.2));
    check_alike(exact, chance, 1);
  }

  TEST_CASE("a resampled pour of 1000 beads into a cup that rings is as loud within 1 dB an octave over ten seeds") {
    const Scene scene = pour({});
    const auto bodies = std::make_shared<PreparedBodies>(scene, PreparationSettings{});
    HeardOften exact, chance;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      ManyEars(with(scene, CollisionSourceKind::exact, seed), bodies).hear(scene, exact);
      ManyEars(with(scene, CollisionSourceKind::resampled, seed), bodies).hear(scene, chance);
    }
    CHECK(chance.kurtosis / exact.kurtosis == doctest::Approx(1).epsilon(0.2));
    for (std::size_t k = 0; k < exact.bands.size(); ++k)
      MESSAGE(octave_centres()[k] << " Hz is known within "
                                  << 10 / std::log(10) * std::hypot(exact.relative_error(k), chance.relative_error(k))
                                  << " dB");
    check_alike(exact, chance, 1);
  }

  TEST_CASE("pours from the databank are as loud within 3 dB an octave and have as many collisions as exact ones") {
    check_databank(pour({}), 3);
    check_databank(pour({"cup.material=acrylic", "cup.wall_m=0.004", "cup.base_m=0.004"}), 3);
  }

  TEST_CASE("a turning drum from the databank is as loud within 3 dB an octave and has as many collisions") {
    check_databank(drum({}), 3);
  }

  TEST_CASE("a slow wide drum of soft stones from the databank is as loud within 3 dB an octave and as busy") {
    check_databank(drum({.count = 300,
                         .bead = 0.004,
                         .radius = 0.08,
                         .depth = 0.08,
                         .turns = 1,
                         .material = "stone",
                         .restitution = 0.6}),
                   3);
  }

  TEST_CASE("a fast small drum of steel balls from the databank is as loud within 3 dB an octave and as busy") {
    check_databank(drum({.count = 150, .bead = 0.002, .radius = 0.03, .depth = 0.05, .turns = 4, .material = "steel"}),
                   3);
  }

  // The constants of near_pairs.h were looked at on the drums above, on nothing below.
  TEST_CASE("a drum of porcelain beads that turns three times a second is as loud and as busy from the databank") {
    check_databank(drum({.count = 200,
                         .bead = 0.003,
                         .radius = 0.045,
                         .depth = 0.05,
                         .turns = 3,
                         .material = "porcelain",
                         .restitution = 0.75}),
                   3);
  }

  TEST_CASE("a pour of fewer and larger stones into ceramics from the databank is as loud within 3 dB and as busy") {
    check_databank(pour({"beads.material=stone", "beads.restitution=0.7", "beads.radius_m=0.0018",
                         "bed.radius_m=0.0018", "beads.count=350", "beads.friction=0.5", "funnel.outlet_radius_m=0.011",
                         "gate.radius_m=0.011", "cup.material=ceramic", "cup.wall_m=0.004", "cup.base_m=0.005"}),
                   3);
  }

  TEST_CASE("a fall of sand in 2500 and in 10000 particles differs by less than 2 dB") {
    const Scratch scratch;
    std::vector<double> levels;
    for (const int particles : {2500, 10000}) {
      const Scene scene = sandfall(scratch, particles);
      levels.push_back(20 * std::log10(sound_statistics(render(scene).channels[0], scene.sample_rate).rms));
    }
    CHECK(std::abs(levels[1] - levels[0]) < 2);
  }
}
