#include <doctest/doctest.h>

#include "base/parallel.h"
#include "numerics/random_stream.h"
#include "propagation/rig.h"
#include "radiation/kick_ear.h"

// Kicks on their way to the ears, beside the same things sent as ordinary sources.
using namespace resound;
using namespace resound::test;

namespace {

constexpr double kSpeed = 343.0;  // of still_air_at_343

Gathered carry_kicks(const Scene& scene, const std::vector<Receiver>& receivers, const std::vector<SphereKick>& kicks,
                     int samples, int block_size = 32, KickRendering rendering = KickRendering::polynomial) {
  Propagation propagation(scene, receivers, false, rendering);
  Gathered all;
  std::size_t next = 0;
  SourceSignals signals;
  for (SampleIndex first = 0; first < samples; first += block_size) {
    const TimeBlock block{first, block_size, scene.simulation_rate(), {}};
    signals.kicks.clear();
    while (next < kicks.size() && kicks[next].time < block.end()) signals.kicks.push_back(kicks[next++]);
    const Arrivals& arrivals = propagation.carry(signals, block);
    gather(all, arrivals.receivers, arrivals.first);
  }
  return all;
}

// So small and brief a kick that it is a dipole with the force J delta(t).
SphereKick point_kick(const Vec3& centre, double time, const Vec3& impulse, int object = 0) {
  return {centre, time, impulse, 1e-6, 1e-7, object};
}

// The same as a source with a signal, without notes above 17 kHz.
constexpr double kCut = 17e3;
TestSource as_source(const SphereKick& kick) {
  return {[=](double) { return kick.centre; },
          {},
          {},
          [=](double t) {
            const double x = 2 * kCut * (t - kick.time), reach = 160 * x / (2 * kCut) / 0.01;
            const double window = std::abs(reach) < 160 ? std::pow(std::cos(kPi * reach / 320), 2) : 0.0;
            return (2 * kCut * window * (x == 0 ? 1 : std::sin(kPi * x) / (kPi * x))) * kick.impulse;
          }};
}

std::vector<SphereKick> crowd(int count, double seconds, int seed = 1) {
  RandomStream random(static_cast<std::uint64_t>(seed), 0, 0);
  std::vector<SphereKick> kicks;
  for (int i = 0; i < count; ++i) {
    const Vec3 place{random.uniform(-2, 2), 6 + random.uniform(-2, 2), random.uniform(0.05, 2)};
    const Vec3 impulse = 1e-6 * Vec3{random.normal(), random.normal(), random.normal()};
    const double a = i % 7 == 0 ? 4e-3 : random.uniform(2e-4, 2e-3), width = random.uniform(3e-6, 4e-5);
    kicks.push_back({place, seconds * (i + 0.5) / count, impulse, a, width, i % 3});
  }
  return kicks;
}

double largest(const std::vector<double>& signal) {
  double most = 0;
  for (const double value : signal) most = std::max(most, std::abs(value));
  return most;
}

// Worst difference between two spectra up to 15 kHz, relative to the loudest note [dB].
double worst_note(const std::vector<double>& a, const std::vector<double>& b, SampleRate rate) {
  double worst = 0, most = 0;
  for (double f = 100; f <= 15e3; f += 149) {
    const Complex x = spectrum(a, rate, f), y = spectrum(b, rate, f);
    worst = std::max(worst, std::abs(x - y));
    most = std::max(most, std::abs(y));
  }
  return decibels(worst / most);
}

// By how much the first arrives later, the mean over notes around 5 kHz [samples].
double later_by(const std::vector<double>& a, const std::vector<double>& b, SampleRate rate) {
  double sum = 0;
  for (int i = 0; i < 41; ++i) {
    const double f = 4000 + 50 * i;
    sum -= std::arg(spectrum(a, rate, f) * std::conj(spectrum(b, rate, f))) / (2 * kPi * f) * rate.hz;
  }
  return sum / 41;
}

}  // namespace

TEST_CASE("a kick arrives with the same thing sent as a source, within a fiftieth of a sample, near and far") {
  const Scene scene = open_air();
  for (const double distance : {0.05, 0.3, 4.0}) {
    CAPTURE(distance);
    const auto kick = point_kick({0.01, 0.02, 1}, 0.0123456, 1e-6 * Vec3{0.5, 1, 0.2});
    const std::vector<Receiver> ears{ear_at(kick.centre + distance * normalized({1, 2, 2}))};
    const auto kicked = carry_kicks(scene, ears, {kick}, 4096)[0][0];
    const auto sent = carry(scene, ears, {as_source(kick)}, 4096)[0][0];
    CHECK(std::abs(later_by(kicked, sent, scene.simulation_rate())) < 0.002);
    CHECK(worst_note(kicked, sent, scene.simulation_rate()) < -55);  // the source's kernel: 0.01 dB at 15 kHz
  }
}

TEST_CASE("absorption, ground, directions and a moving ear act on a kick as on a source") {
  const auto kick = point_kick({0.3, 5, 0.7}, 0.0123456, 1e-6 * Vec3{0.5, 1, -0.6});
  const Scene scene = busy_scene();
  std::vector<Receiver> ears = three_ears();
  ears.push_back({Path({{0, {0, 0, 1.5}}, {1, {10, 40, 1.5}}}), DirectionBasis::pressure});  // 40 m/s
  const auto kicked = carry_kicks(scene, ears, {kick}, 4096);
  const auto sent = carry(scene, ears, {as_source(kick)}, 4096);
  for (std::size_t ear = 0; ear < ears.size(); ++ear)
    for (std::size_t channel = 0; channel < kicked[ear].size(); ++channel) {
      CAPTURE(ear);
      CAPTURE(channel);
      CHECK(largest(kicked[ear][channel]) > 0);
      CHECK(worst_note(kicked[ear][channel], sent[ear][channel], scene.simulation_rate()) < -55);
    }
}

TEST_CASE("a kick of a real grain at an ear is the closed form, by polynomial and by instants") {
  Scene scene = open_air();
  const SphereKick kick{{0, 0, 0}, 0.01004, {0, 0, 1e-8}, 1.5e-3, 2e-5, 0};
  const Vec3 place{0.05, 0.1, 0.2};
  for (const KickRendering way : {KickRendering::polynomial, KickRendering::closed_form}) {
    const auto heard = carry_kicks(scene, {ear_at(place)}, {kick}, 2048, 32, way)[0][0];
    double worst = 0, most = 0;
    for (double f = 200; f <= 19e3; f += 99) {
      SphereKick in_this_air = kick;  // exact_spectrum has another speed of sound: scale lengths
      const double scale = kAir.speed_of_sound / kSpeed;
      in_this_air.radius *= scale, in_this_air.impulse *= scale * scale;
      const Complex exact = exact_spectrum(std::span(&in_this_air, 1), scale * place, f);
      worst = std::max(worst, std::abs(spectrum(heard, scene.simulation_rate(), f) - exact));
      most = std::max(most, std::abs(exact));
    }
    CHECK(decibels(worst / most) < -80);
  }
}

TEST_CASE("two ears hear a kick one after the other") {
  const Scene scene = open_air();
  const auto kick = point_kick({30, 20, 0}, 0.01, {1e-6, 2e-7, 0});  // far: the near field lags
  const Vec3 left{-0.1, 0, 0}, right{0.1, 0, 0};
  const auto heard = carry_kicks(scene, {ear_at(left), ear_at(right)}, {kick}, 6144);
  const double expected = (length(kick.centre - left) - length(kick.centre - right)) / kSpeed * 44100;
  const double whole = std::round(expected);
  std::vector<double> shifted(heard[1][0]);  // the nearer, moved by whole samples so that phases do not wrap
  shifted.insert(shifted.begin(), static_cast<std::size_t>(whole), 0.0);
  shifted.resize(heard[0][0].size());
  CHECK(expected > 20);
  CHECK(std::abs(later_by(heard[0][0], shifted, {44100}) - (expected - whole)) < 0.002);
}

TEST_CASE("over a rigid ground a kick and its mirror image are a pair") {
  Scene scene = open_air();
  const Vec3 ear{0.2, 0, 0.3};
  const SphereKick kick{{0, 0, 0.001}, 0.01, {1e-8, 0, 3e-8}, 1e-3, 6e-6, 0};
  SphereKick image = kick;
  image.centre.z = -kick.centre.z, image.impulse.z = -kick.impulse.z;
  const auto pair = carry_kicks(scene, {ear_at(ear)}, {kick, image}, 2048)[0][0];
  scene.ground = {0, true};
  const auto over_ground = carry_kicks(scene, {ear_at(ear)}, {kick}, 2048)[0][0];
  double worst = 0;
  for (std::size_t i = 0; i < pair.size(); ++i) worst = std::max(worst, std::abs(pair[i] - over_ground[i]));
  CHECK(largest(pair) > 0);
  CHECK(worst < 1e-6 * largest(pair));
}

TEST_CASE("kicks give the same bits for any number of threads") {
  Gathered first;
  for (const int threads : {1, 2, 3, 8}) {
    const ThreadLimit limit(threads);
    const Gathered heard = carry_kicks(busy_scene(), three_ears(), crowd(2000, 0.03), 1600);
    if (threads == 1) first = heard;
    CHECK(largest(heard[0][0]) > 0);
    CHECK(heard == first);
  }
}

TEST_CASE("a block of kicks split in two sounds like the block") {
  const Gathered whole = carry_kicks(busy_scene(), three_ears(), crowd(500, 0.05), 4096, 64);
  for (const int size : {32, 1, 512}) {
    const Gathered split = carry_kicks(busy_scene(), three_ears(), crowd(500, 0.05), 4096, size);
    for (std::size_t ear = 0; ear < whole.size(); ++ear)
      for (std::size_t channel = 0; channel < whole[ear].size(); ++channel) {
        double worst = 0;
        const auto& a = whole[ear][channel];
        const auto& b = split[ear][channel];
        for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) worst = std::max(worst, std::abs(a[i] - b[i]));
        CHECK(worst < 1e-6 * largest(a));
      }
  }
}

TEST_CASE("kicks go on after a checkpoint as if nothing had been") {
  const Scene scene = busy_scene();
  Propagation one(scene, three_ears(), true), other(scene, three_ears(), true), through(scene, three_ears(), true);
  Propagation* active = &one;
  const auto kicks = crowd(3000, 0.1);
  Gathered resumed, straight;
  std::size_t next = 0;
  SourceSignals signals;
  for (SampleIndex first = 0; first < 6400; first += 32) {
    if (first == 2400) {
      StateArchive saved;
      one.archive(saved);
      StateArchive loaded(saved.bytes());
      other.archive(loaded);
      CHECK(loaded.is_exhausted());
      active = &other;
    }
    const TimeBlock block{first, 32, scene.simulation_rate(), {}};
    signals.kicks.clear();
    while (next < kicks.size() && kicks[next].time < block.end()) signals.kicks.push_back(kicks[next++]);
    const Arrivals& a = active->carry(signals, block);
    gather(resumed, a.receivers, a.first);
    const Arrivals& b = through.carry(signals, block);
    gather(straight, b.receivers, b.first);
  }
  CHECK(largest(resumed[0][0]) > 0);
  CHECK(resumed == straight);
}

TEST_CASE("the stems of kicks add up to what is heard, and asking for them changes nothing") {
  const Scene scene = open_air();
  const auto kicks = crowd(300, 0.02);
  Propagation with(scene, {ear_at({0, 5, 1})}, true), without(scene, {ear_at({0, 5, 1})}, false);
  std::size_t next = 0;
  double most = 0, worst = 0;
  SourceSignals signals;
  for (SampleIndex first = 0; first < 3200; first += 32) {
    const TimeBlock block{first, 32, scene.simulation_rate(), {}};
    signals.kicks.clear();
    while (next < kicks.size() && kicks[next].time < block.end()) signals.kicks.push_back(kicks[next++]);
    const Arrivals& a = with.carry(signals, block);
    const Arrivals& b = without.carry(signals, block);
    REQUIRE(a.stems.size() == 3);
    for (std::size_t i = 0; i < 32; ++i) {
      CHECK(a.receivers[0].channels[0][i] == b.receivers[0].channels[0][i]);
      double sum = 0;
      for (const auto& stem : a.stems) sum += stem[0].channels[0][i];
      worst = std::max(worst, std::abs(sum - b.receivers[0].channels[0][i]));
      most = std::max(most, std::abs(sum));
    }
  }
  CHECK(most > 0);
  CHECK(worst < 1e-5 * most);
}

TEST_CASE("when the last kick has passed nothing is left of it in memory") {
  const Scene scene = busy_scene();
  Propagation propagation(scene, three_ears(), true);
  StateArchive before;
  propagation.archive(before);
  SourceSignals signals;
  signals.kicks = crowd(200, 0.0006);
  for (SampleIndex first = 0; first < 48000; first += 32) {
    propagation.carry(signals, {first, 32, scene.simulation_rate(), {}});
    signals.kicks.clear();
  }
  StateArchive after;
  propagation.archive(after);
  CHECK(after.bytes() == before.bytes());
}

TEST_CASE("a kick that is lost in space is an error with a reason") {
  const Scene scene = open_air();
  CHECK_THROWS_AS(carry_kicks(scene, {ear_at({})}, {point_kick({50e3, 0, 0}, 0, {1, 0, 0})}, 32), LimitError);
  CHECK_THROWS_AS(carry_kicks(scene, {ear_at({})}, {point_kick({std::nan(""), 0, 0}, 0, {1, 0, 0})}, 32),
                  UnstableError);
}
