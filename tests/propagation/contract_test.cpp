#include <doctest/doctest.h>

#include "base/parallel.h"
#include "numerics/random_stream.h"
#include "propagation/rig.h"

// What every stage promises: the same bits for any number of threads and after a checkpoint, blocks that may be cut.
using namespace resound;
using namespace resound::test;

namespace {

double noise(double t, int seed) {
  return std::sin(1e4 * t * t + seed * 1.7) + 0.3 * std::sin(9876.5 * t + seed * seed);
}

// Monopoles and dipoles of three objects, some moving, in absorbing air over a reflecting ground. Half of them stand
// side by side with others of their object.
std::vector<TestSource> crowd(int count) {
  std::vector<TestSource> sources;
  for (int s = 0; s < count; ++s) {
    const bool is_neighbour = s % 40 < 20;
    const double a = is_neighbour ? 0.61 * (s / 40) + 0.002 * s : 0.61 * s;
    const Vec3 start{4 * std::cos(a), 6 + 4 * std::sin(a), 1 + 0.002 * s}, v{20 * std::sin(a), 3, -1};
    TestSource source{[=](double) { return start; }, {}, {}, {}, is_neighbour ? (s / 40) % 3 : s % 3};
    if (s % 2) source.position = [=](double t) { return start + t * v; }, source.velocity = [=](double) { return v; };
    if (s % 3 != 1) source.monopole = [=](double t) { return 1e-3 * noise(t, s); };
    if (s % 3 != 0) source.dipole = [=](double t) { return noise(t, s + 1) * Vec3{0.1, 0.2, 0.5}; };
    sources.push_back(source);
  }
  return sources;
}

double largest(const Gathered& all) {
  double peak = 0;
  for (const auto& receiver : all)
    for (const auto& channel : receiver)
      for (const double value : channel) peak = std::max(peak, std::abs(value));
  return peak;
}

double largest_difference(const Gathered& a, const Gathered& b) {
  double difference = 0;
  REQUIRE(a.size() == b.size());
  for (std::size_t r = 0; r < a.size(); ++r)
    for (std::size_t c = 0; c < a[r].size(); ++c)
      for (std::size_t i = 0; i < std::min(a[r][c].size(), b[r][c].size()); ++i)
        difference = std::max(difference, std::abs(a[r][c][i] - b[r][c][i]));
  return difference;
}

}  // namespace

TEST_CASE("1, 2, 3 and 8 threads give the same bits") {
  Gathered first;
  for (const int threads : {1, 2, 3, 8}) {
    const ThreadLimit limit(threads);
    const Gathered heard = carry(busy_scene(), three_ears(), crowd(300), 640);
    if (threads == 1) first = heard;
    CHECK(largest(heard) > 0);
    CHECK(heard == first);
  }
}

TEST_CASE("a block split in two sounds like the block") {
  const Gathered whole = carry(busy_scene(), three_ears(), crowd(12), 4096, 64);
  for (const int size : {32, 1, 512}) {
    CAPTURE(size);
    const Gathered split = carry(busy_scene(), three_ears(), crowd(12), 4096, size);
    CHECK(largest_difference(whole, split) < 1e-11 * largest(whole));
  }
}

TEST_CASE("stems add up to the mix and asking for them does not change its bits") {
  const Scene scene = busy_scene();
  Propagation with(scene, three_ears(), true), without(scene, three_ears(), false);
  Stage stage(crowd(12));
  Gathered mix, plain, sum;
  for (SampleIndex first = 0; first < 3200; first += 32) {
    const TimeBlock block{first, 32, scene.simulation_rate(), {}};
    const SourceSignals& signals = stage.radiate(block);
    const Arrivals& arrivals = with.carry(signals, block);
    REQUIRE(arrivals.stems.size() == 3);
    gather(mix, arrivals.receivers, arrivals.first);
    Gathered stems[3];
    for (std::size_t object = 0; object < 3; ++object) gather(stems[object], arrivals.stems[object], 0);
    for (std::size_t r = 0; r < 3; ++r)
      for (std::size_t c = 0; c < stems[0][r].size(); ++c)
        for (std::size_t i = 0; i < 32; ++i) stems[0][r][c][i] += stems[1][r][c][i] + stems[2][r][c][i];
    std::vector<ReceiverArrivals> total(3);
    for (std::size_t r = 0; r < 3; ++r)
      for (const auto& channel : stems[0][r]) total[r].channels.push_back(channel);
    gather(sum, total, arrivals.first);
    const Arrivals& other = without.carry(signals, block);
    CHECK(other.stems.empty());
    gather(plain, other.receivers, other.first);
  }
  CHECK(mix == plain);
  CHECK(largest(mix) > 0);
  CHECK(largest_difference(mix, sum) < 1e-13 * largest(mix));
}

TEST_CASE("a render that is saved and restored half way gives the same bits") {
  Scene scene = busy_scene();
  scene.visibility = true;
  Propagation one(scene, three_ears(), true), other(scene, three_ears(), true);
  Propagation* active = &one;
  Propagation through(scene, three_ears(), true);
  Stage stage(crowd(12));
  Gathered resumed, straight;
  for (SampleIndex first = 0; first < 6400; first += 32) {
    if (first == 3200) {
      StateArchive saved;
      one.archive(saved);
      StateArchive loaded(saved.bytes());
      other.archive(loaded);
      CHECK(loaded.is_exhausted());
      active = &other;
    }
    const TimeBlock block{first, 32, scene.simulation_rate(), {}};
    const SourceSignals& signals = stage.radiate(block);
    const Arrivals& a = active->carry(signals, block);
    gather(resumed, a.receivers, a.first);
    const Arrivals& b = through.carry(signals, block);
    gather(straight, b.receivers, b.first);
  }
  CHECK(largest(resumed) > 0);
  CHECK(resumed == straight);
}

TEST_CASE("arrivals lag the block by the stated latency") {
  const Scene scene = busy_scene();
  Propagation propagation(scene, three_ears(), false);
  const SourceSignals nothing;
  const Arrivals& arrivals = propagation.carry(nothing, {0, 32, scene.simulation_rate(), {}});
  CHECK(arrivals.first == -propagation.latency());
  CHECK(arrivals.count == 32);
  CHECK(Propagation(open_air(), three_ears(), false).latency() == 8 + 64 + 32);  // kernel, late signals, d/dt
}

TEST_CASE("a source that flies from near to far and back leaves no trace in memory or sound") {
  Scene scene = busy_scene();
  scene.ground.reflects = false;
  // 3 km and back in half a second: every distance of the ladder is visited
  const auto x = [](double t) { return 1 + 3e3 * std::pow(std::sin(std::numbers::pi * std::min(t, 0.5) / 0.5), 2); };
  Propagation propagation(scene, {ear_at({0, 0, 0})}, false);
  Stage stage({{[=](double t) {
                  return Vec3{x(t), 0, 0};
                },
                [=](double t) {
                  return Vec3{(x(t + 1e-6) - x(t - 1e-6)) / 2e-6, 0, 0};
                },
                [](double t) { return t < 0.5 ? 1e-3 * std::sin(600 * t) : 0.0; },
                {}}});
  double late = 1;
  StateArchive before;
  propagation.archive(before);
  for (SampleIndex first = 0; first < 48000 * 11; first += 480) {
    const TimeBlock block{first, 480, scene.simulation_rate(), {}};
    const Arrivals& arrivals = propagation.carry(stage.radiate(block), block);
    late = rms(arrivals.receivers[0].channels[0]);
    REQUIRE(std::isfinite(late));
  }
  StateArchive after;
  propagation.archive(after);
  CHECK(late == 0);
  CHECK(after.bytes() == before.bytes());
}
