#include "splash/splash_detector.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "numerics/pi.h"
#include "numerics/random_stream.h"
#include "splash/kinematic_pour.h"

using namespace resound;

namespace {

constexpr double kStep = 1e-3;  // [s]

struct Found {
  std::vector<SplashImpact> impacts;
  std::vector<SplashBubble> bubbles;
  std::vector<SplashLevel> levels;
};

Found sorted_out(std::vector<Splash> splashes) {
  Found found;
  for (const Splash& splash : splashes) {
    if (const auto* impact = std::get_if<SplashImpact>(&splash)) found.impacts.push_back(*impact);
    if (const auto* bubble = std::get_if<SplashBubble>(&splash)) found.bubbles.push_back(*bubble);
    if (const auto* level = std::get_if<SplashLevel>(&splash)) found.levels.push_back(*level);
  }
  return found;
}

Basin glass(const KinematicPour::Settings& pour) {
  return {.bottom = {},
          .reach = pour.radius,
          .height = 0.12,
          .mouth_radius = pour.radius,
          .areas = {kPi * pour.radius * pour.radius}};
}

Found watch(const KinematicPour::Settings& settings, const SplashSettings& rules = {}, double duration = 2) {
  KinematicPour pour(settings);
  SplashDetector detector(rules, {glass(settings)});
  for (int step = 0; step * kStep < duration; ++step) detector.observe(pour.at(step * kStep));
  detector.finish();
  return sorted_out(detector.take());
}

double energy(const Found& found) {  // of bubbles: amplitude^2 times how long they ring
  double sum = 0;
  for (const SplashBubble& b : found.bubbles) sum += std::pow(b.gain * b.swing * b.radius, 2) * b.radius;
  return sum;
}
double impact_energy(const Found& found) {
  double sum = 0;
  for (const SplashImpact& i : found.impacts) sum += std::pow(i.gain * i.radius, 2) * i.radius * std::pow(i.speed, 6);
  return sum;
}

std::vector<double> envelope(const Found& found, double bin, std::size_t count) {
  std::vector<double> shape(count, 0.0);
  double total = 0;
  for (const SplashImpact& i : found.impacts) {
    const auto at = static_cast<std::size_t>(i.time / bin);
    if (at < count) shape[at] += i.particles;
    total += i.particles;
  }
  for (double& value : shape) value /= total;
  return shape;
}

}  // namespace

TEST_CASE("no splash is found in a tank at rest over two seconds") {
  const double dx = 0.004;
  std::vector<Vec3> home, positions, velocities;
  std::vector<float> crowding;
  std::vector<std::int16_t> wall;
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 12; ++j)
      for (int k = 0; k < 8; ++k) {
        home.push_back({i * dx, j * dx, (k + 0.5) * dx});
        wall.push_back(k == 0 || i == 0 || j == 0 || i == 11 || j == 11 ? 0 : -1);
      }
  positions = home;
  velocities.resize(home.size());
  PointCells cells;
  for (const bool by_frame : {false, true}) {
    SplashDetector detector({.by_frame = by_frame});
    for (int step = 0; step < 2000; ++step) {
      RandomStream random(3, 0, static_cast<std::uint64_t>(step));
      for (std::size_t i = 0; i < home.size(); ++i) {  // it trembles, as particle liquids do
        velocities[i] = 0.01 * Vec3{random.normal(), random.normal(), random.normal()};
        positions[i] = home[i] + 0.1 * dx * Vec3{random.normal(), random.normal(), random.normal()};
      }
      if (step % 20 == 0) count_crowding(positions, dx, cells, crowding);
      detector.observe({step * kStep, dx, positions, velocities, crowding, wall});
    }
    detector.finish();
    const Found found = sorted_out(detector.take());
    CHECK(found.impacts.empty());
    CHECK(found.bubbles.empty());
    CHECK(detector.level() == doctest::Approx(8 * dx).epsilon(0.15));
  }
}

TEST_CASE("free fall before the first contact makes no splash, and the contact is told at its true time") {
  const KinematicPour::Settings settings;
  const KinematicPour pour(settings);
  const Found found = watch(settings);
  REQUIRE(!found.impacts.empty());
  CHECK(std::abs(found.impacts.front().time - pour.first_landing()) < 6 * kStep);
  CHECK(found.impacts.front().speed == doctest::Approx(std::sqrt(2 * kGravity * settings.tap)).epsilon(0.03));
  CHECK(found.impacts.front().wall == 0);
}

TEST_CASE("a block of liquid that hangs in the air is no level, however still") {
  std::vector<Vec3> positions, velocities(512);
  for (int i = 0; i < 512; ++i) positions.push_back({0.004 * (i % 8), 0.004 * (i / 8 % 8), 0.3 + 0.004 * (i / 64)});
  const std::vector<float> crowding(512, 1.0F);
  const std::vector<std::int16_t> wall(512, -1);
  SplashDetector detector({}, {glass({.radius = 0.1})});
  for (int step = 0; step < 50; ++step) detector.observe({step * kStep, 0.004, positions, velocities, crowding, wall});
  CHECK(detector.level() == 0);
  CHECK(!detector.has_liquid());
}

TEST_CASE("a pool that a jet stirs through and through is a level, and a film on the base is none") {
  // every particle is faster than 0.3 sqrt(g H); half of the space is water
  const double spacing = 0.003, radius = 0.03;
  Basin basin{.bottom = {}, .reach = radius, .height = 0.1, .mouth_radius = radius, .areas = {kPi * radius * radius}};
  for (const double depth : {0.002, 0.04}) {
    RandomStream chance(1, 2, 3);
    std::vector<Vec3> positions, velocities;
    const double volume = 0.5 * kPi * radius * radius * depth;
    for (double filled = 0; filled < volume; filled += spacing * spacing * spacing) {
      const double angle = kTurn * chance.uniform(), r = radius * std::sqrt(chance.uniform());
      positions.push_back({r * std::cos(angle), r * std::sin(angle), depth * chance.uniform()});
      velocities.push_back({1.5, 0, filled < volume / 2 ? 1.0 : -1.0});
    }
    const std::vector<float> crowding(positions.size(), 0.4F);
    const std::vector<std::int16_t> wall(positions.size(), -1);
    SplashDetector detector({}, {basin});
    for (int step = 0; step < 1000; ++step)
      detector.observe({step * kStep, spacing, positions, velocities, crowding, wall});
    if (depth > 0.01)
      CHECK(detector.level() == doctest::Approx(depth / 2).epsilon(0.15));
    else
      CHECK(detector.level() < spacing / 2);
  }
}

TEST_CASE("every particle that lands is told once") {
  const KinematicPour::Settings settings;
  const KinematicPour pour(settings);
  const Found found = watch(settings);
  int particles = 0;
  for (const SplashImpact& impact : found.impacts) particles += impact.particles;
  CHECK(particles > 0.95 * static_cast<double>(pour.count()));
  CHECK(particles <= static_cast<int>(pour.count()));
}

TEST_CASE(
    "timeline: impacts from the first contact, bubbles only after the level passes 2 dx, slopes growing with it") {
  const KinematicPour::Settings settings;
  const KinematicPour pour(settings);
  const Found found = watch(settings);
  REQUIRE(found.bubbles.size() > 50);
  double filled = 0;  // when the level passes two particles
  while (pour.level(filled) < 2 * settings.spacing) filled += kStep;
  double first = 1e9, rise = 0;
  for (const SplashBubble& bubble : found.bubbles) first = std::min(first, bubble.time);
  CHECK(found.impacts.front().time < filled - 0.1);
  CHECK(first > filled);
  CHECK(first < filled + 0.3);
  std::vector<SplashBubble> bubbles = found.bubbles;
  std::ranges::sort(bubbles, {}, &SplashBubble::time);
  for (std::size_t i = 10; i < bubbles.size(); i += bubbles.size() / 8) {
    CHECK(bubbles[i].rise > rise);
    rise = bubbles[i].rise;
  }
  CHECK(rise == doctest::Approx(0.05 + 0.25 * pour.level(2) / 0.12).epsilon(0.1));
}

TEST_CASE("the level that is found is that of the liquid that lies there") {
  const KinematicPour::Settings settings;
  KinematicPour pour(settings);
  SplashDetector detector({}, {glass(settings)});
  double worst = 0;
  for (int step = 0; step < 1600; ++step) {
    detector.observe(pour.at(step * kStep));
    if (step > 700) worst = std::max(worst, std::abs(detector.level() - pour.level(step * kStep)));
  }
  CHECK(worst < 0.5 * settings.spacing);
}

TEST_CASE("twice the particles: the level changes by less than 2 dB and the envelope by less than 20 per cent") {
  KinematicPour::Settings coarse, fine;
  fine.spacing = coarse.spacing / std::cbrt(2.0);
  for (const bool published : {false, true}) {
    const Found a = watch(coarse, {.as_published = published}), b = watch(fine, {.as_published = published});
    CAPTURE(published);
    CAPTURE(10 * std::log10(energy(b) / energy(a)));
    CAPTURE(10 * std::log10(impact_energy(b) / impact_energy(a)));
    CHECK(std::abs(10 * std::log10(energy(b) / energy(a))) < 2);
    CHECK(std::abs(10 * std::log10(impact_energy(b) / impact_energy(a))) < 2);
    const std::vector<double> shape = envelope(a, 0.1, 20), other = envelope(b, 0.1, 20);
    double difference = 0;
    for (std::size_t i = 0; i < shape.size(); ++i) difference += std::abs(shape[i] - other[i]);
    CHECK(difference < 0.2);
  }
}

TEST_CASE("the frame detector tells times within the frame and about as many collisions") {
  const KinematicPour::Settings settings;
  const Found steps = watch(settings), frames = watch(settings, {.by_frame = true, .as_published = true});
  double a = 0, b = 0;
  for (const SplashImpact& impact : steps.impacts) a += impact.particles;
  for (const SplashImpact& impact : frames.impacts) b += impact.particles;
  CHECK(b == doctest::Approx(a).epsilon(0.15));
  CHECK(frames.impacts.front().time > KinematicPour(settings).first_landing() - 1.0 / 30);
  CHECK(!frames.bubbles.empty());
}

TEST_CASE("a second run and a run resumed in the middle find the same splashes, bit for bit") {
  const KinematicPour::Settings settings;
  KinematicPour pour(settings);
  SplashDetector whole({}, {glass(settings)}), first({}, {glass(settings)}), second({}, {glass(settings)});
  for (int step = 0; step < 1200; ++step) {
    const LiquidView view = pour.at(step * kStep);
    whole.observe(view);
    if (step == 600) {
      StateArchive saved;
      first.archive(saved);
      StateArchive loaded(saved.bytes());
      second.archive(loaded);
    }
    (step < 600 ? first : second).observe(view);
  }
  const std::vector<Splash> a = whole.take(), b = second.take();
  REQUIRE(a.size() == b.size());
  REQUIRE(a.size() > 100);
  for (std::size_t i = 0; i < a.size(); ++i) CHECK(time_of(a[i]) == time_of(b[i]));
}

TEST_CASE("a jet that plunges into a pool is heard when it passes the surface, though it comes to rest deep below") {
  const double dx = 0.005, deep = 0.1;
  std::vector<Vec3> pool;
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 12; ++j)
      for (int k = 0; k < 20; ++k) pool.push_back({(i - 5.5) * dx, (j - 5.5) * dx, (k + 0.5) * dx});
  for (const double speed : {1.5, 0.8}) {  // [m/s]
    const double stops = 0.15;             // [s]  in which the jet loses its speed under water
    const int jet = 40;                    // particles, one a spacing behind the other
    std::vector<Vec3> positions(pool), velocities(pool.size() + jet);
    positions.resize(velocities.size());
    const std::vector<float> crowding(positions.size(), 0.8F);
    const std::vector<std::int16_t> wall(positions.size(), -1);
    SplashDetector detector({.gravity = 0},
                            {{.bottom = {}, .reach = 0.05, .height = 0.3, .mouth_radius = 0, .areas = {0.0036}}});
    for (int step = 0; step < 1600; ++step) {
      const double time = 0.00025 * step;
      for (int i = 0; i < jet; ++i) {
        const double passes = (0.05 + i * dx) / speed, since = std::max(time - passes, 0.0);  // [s]
        const double slowed = stops * (1 - std::exp(-since / stops));
        const double z = time < passes ? deep + speed * (passes - time) : deep - 0.3 * speed * slowed;
        positions[pool.size() + static_cast<std::size_t>(i)] = {0, 0, z};
        velocities[pool.size() + static_cast<std::size_t>(i)] = {0, 0, -speed * std::exp(-since / stops)};
      }
      detector.observe({time, dx, positions, velocities, crowding, wall});
    }
    detector.finish();
    const Found found = sorted_out(detector.take());
    CAPTURE(speed);
    if (speed < 1) {
      CHECK(found.impacts.empty());
      continue;
    }
    int particles = 0;
    for (const SplashImpact& impact : found.impacts) particles += impact.particles;
    CHECK(particles == jet);
    REQUIRE(!found.impacts.empty());
    CHECK(found.impacts.front().time == doctest::Approx(0.05 / speed).epsilon(0.1));
    CHECK(found.impacts.front().speed == doctest::Approx(speed).epsilon(0.02));
    CHECK(!found.bubbles.empty());
  }
}

TEST_CASE("a stream does not hum at the rate of the windows in which its hits are joined") {
  const Found found = watch({.flow = 100e-6});
  REQUIRE(found.impacts.size() > 100);
  double x = 0, y = 0;
  for (const SplashImpact& impact : found.impacts) {
    x += std::cos(2 * kPi * impact.time / 0.005);
    y += std::sin(2 * kPi * impact.time / 0.005);
  }
  CHECK(std::hypot(x, y) < 0.25 * static_cast<double>(found.impacts.size()));
}

TEST_CASE("a stream falls in lumps of all sizes, or it would sound at one pitch, and they are as much as has landed") {
  const KinematicPour::Settings settings{.radius = 0.01, .tap = 0.6, .flow = 60e-6, .duration = 1};  // into a tube
  const Found found = watch(settings, {}, 1.6);
  double volume = 0, mean = 0, square = 0;
  const auto count = static_cast<double>(found.impacts.size());
  REQUIRE(count > 100);
  CHECK(count < 300);  // one a window
  for (const SplashImpact& impact : found.impacts) {
    volume += 4 * kPi / 3 * std::pow(impact.radius, 3);
    mean += impact.radius / count;
    square += impact.radius * impact.radius / count;
  }
  CHECK(volume ==
        doctest::Approx(static_cast<double>(KinematicPour(settings).count()) * std::pow(0.004, 3)).epsilon(0.1));
  CHECK(std::sqrt(square - mean * mean) > 0.2 * mean);
}

TEST_CASE("drops of one particle do not all have one size, but their volume is that of the particle on average") {
  const Found found = watch({.flow = 8e-6});
  double volume = 0, smallest = 1, largest = 0;
  int drops = 0;
  for (const SplashImpact& impact : found.impacts) {
    if (impact.particles != 1) continue;
    volume += 4 * kPi / 3 * std::pow(impact.radius, 3);
    smallest = std::min(smallest, impact.radius), largest = std::max(largest, impact.radius);
    ++drops;
  }
  REQUIRE(drops > 50);
  CHECK(volume / drops == doctest::Approx(std::pow(0.004, 3)).epsilon(0.15));
  CHECK(largest > 1.25 * smallest);
}
