#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include "base/error.h"
#include "emission/bar/grid_bar.h"
#include "emission/bar/modal_bar.h"
#include "emission/bar/ringing_bar.h"
#include "numerics/pi.h"

using namespace resound;

namespace {

constexpr auto kFree = BarEnd::free, kClamped = BarEnd::clamped, kSupported = BarEnd::supported;

Bar example_bar(BarEnd left = kSupported, BarEnd right = kSupported) {
  Bar bar;
  bar.left_end = left;
  bar.right_end = right;
  return bar;
}

ContactPulse drop_pulse() { return DropPulse{.impulse = 2.7e-5, .time_scale = 305e-6}; }

// A Hann window, applied once: the search below looks at the same signal many times.
std::vector<double> windowed(std::vector<double> signal) {
  for (std::size_t i = 0; i < signal.size(); ++i)
    signal[i] *= 1 - std::cos(2 * kPi * static_cast<double>(i) / static_cast<double>(signal.size()));
  return signal;
}

// Content of a windowed signal at one frequency.
double level_at(const std::vector<double>& signal, double frequency, SampleRate rate) {
  std::complex<double> sum = 0, turn = 1;
  const std::complex<double> step = std::polar(1.0, -2 * kPi * frequency / rate.hz);
  for (const double value : signal) {
    sum += value * turn;
    turn *= step;
  }
  return 2 * std::abs(sum) / static_cast<double>(signal.size());
}

// The strongest frequency near a guess, and how strong it is.
struct Partial {
  double frequency, level;
};
Partial partial_near(const std::vector<double>& signal, double guess, SampleRate rate) {
  double low = guess * 0.98, high = guess * 1.02;
  for (int round = 0; round < 5; ++round) {
    const double step = (high - low) / 40;
    double best = low, strongest = 0;
    for (double f = low; f <= high; f += step) {
      const double level = level_at(signal, f, rate);
      if (level > strongest) strongest = level, best = f;
    }
    low = best - step, high = best + step;
    if (round == 4) return {best, strongest};
  }
  return {};
}

template <class Solver>
std::vector<double> ring(Solver& solver, int count, int block = 480) {
  std::vector<double> signal(static_cast<std::size_t>(count));
  for (int i = 0; i < count; i += block) solver.advance(i, std::min(block, count - i), signal.data() + i, 0);
  return signal;
}

// Answer of the continuous bar to a strike, mode by mode, from very many small impulses.
double exact_deflection(const UniformBar& bar, const BarLoss& loss, const ContactPulse& contact, double struck,
                        double heard, double time) {
  const double step = 0.25e-6;
  ForcePulse pulse(contact, 1, 0, step);
  std::vector<double> impulses;
  while (!pulse.is_over()) impulses.push_back(pulse.next().impulse);
  double sum = 0;
  for (const BarMode& mode : bar_modes(bar, 20000)) {
    const double sigma = loss.decay(mode.omega / bar.kappa), omega = std::sqrt(mode.omega * mode.omega - sigma * sigma);
    double q = 0;
    for (std::size_t i = 0; i < impulses.size(); ++i) {
      const double since = time - (static_cast<double>(i) + 0.5) * step;
      if (since > 0) q += impulses[i] * std::exp(-sigma * since) * std::sin(omega * since) / omega;
    }
    sum += mode.shape(struck) * mode.shape(heard) * q / bar.mass();
  }
  return sum;
}

MotionEvents at_rest(int objects = 1) {
  MotionEvents events;
  events.poses.assign(static_cast<std::size_t>(objects), {PoseKnot{}});
  return events;
}

}  // namespace

TEST_CASE("a struck modal bar moves as the exact solution, wherever in a sample the drop touches") {
  const SampleRate rate{48000};
  for (const BarEnd end : {kFree, kClamped, kSupported}) {
    const Bar description = example_bar(end, end);
    const UniformBar bar = uniform_bar(description);
    const BarLoss loss = modal_loss(bar, description.decay);
    for (const double offset : {0.0, 0.31, 0.87}) {
      ModalBar solver(bar, loss, 20000, rate, {});
      const double touch = (10 + offset) / rate.hz;
      solver.strike({touch, 0.173, drop_pulse()});
      solver.advance(0, 150, nullptr, 0);
      double worst = 0, largest = 0;
      for (int i = 150; i < 156; ++i) {
        const double expected = exact_deflection(bar, loss, drop_pulse(), 0.173, 0.31, i / rate.hz - touch);
        worst = std::max(worst, std::abs(solver.deflection(0.31) - expected));
        largest = std::max(largest, std::abs(expected));
        solver.advance(i, 1, nullptr, 0);
      }
      CHECK(worst < 1e-4 * largest);
    }
  }
}

TEST_CASE("acceleration, velocity and deflection of a modal bar are derivatives of each other") {
  const SampleRate rate{192000};
  const Bar description = example_bar();
  const UniformBar bar = uniform_bar(description);
  ModalBar solver(bar, modal_loss(bar, description.decay), 5000, rate, {0.31});
  solver.strike({0, 0.173, drop_pulse()});
  std::vector<double> u, v, a(600);
  for (int i = 0; i < 600; ++i) {
    u.push_back(solver.deflection(0.31)), v.push_back(solver.velocity(0.31));
    solver.advance(i, 1, a.data() + i, 0);
  }
  double worst_v = 0, worst_a = 0, largest_v = 0, largest_a = 0;
  for (std::size_t i = 10; i + 10 < u.size(); ++i) {
    worst_v = std::max(worst_v, std::abs((u[i + 1] - u[i - 1]) * rate.hz / 2 - v[i]));
    worst_a = std::max(worst_a, std::abs((v[i + 1] - v[i - 1]) * rate.hz / 2 - a[i]));
    largest_v = std::max(largest_v, std::abs(v[i])), largest_a = std::max(largest_a, std::abs(a[i]));
  }
  CHECK(worst_v < 3e-3 * largest_v);
  CHECK(worst_a < 6e-3 * largest_a);
}

TEST_CASE("modes and finite differences agree on the same strike in pitch and level") {
  const SampleRate rate{48000};
  for (const auto& [left, right] :
       {std::pair(kSupported, kSupported), std::pair(kFree, kFree), std::pair(kClamped, kFree)}) {
    Bar description = example_bar(left, right);
    description.decay.high_t60 = description.decay.low_t60 = 2;  // where u_txx acts, the two loss laws differ by design
    const UniformBar bar = uniform_bar(description);
    ModalBar modal(bar, modal_loss(bar, description.decay), 20000, rate, {0.41});
    const BarLoss loss = grid_loss(bar, description.decay);
    const int oversampling = 64;
    const double step = 1 / (rate.hz * oversampling);
    GridBar grid(bar_scheme(bar, loss, step, largest_stable_intervals(bar, loss, step)), oversampling, rate, {0.41});
    const BarStrike strike{0.0101, 0.137, drop_pulse()};
    modal.strike(strike), grid.strike(strike);
    const std::vector<double> exact = windowed(ring(modal, 24000)), stepped = windowed(ring(grid, 24000));
    for (const int index : {1, 2, 3, 4}) {
      const double frequency = bar_mode(bar, index).omega / (2 * kPi);
      const Partial a = partial_near(exact, frequency, rate), b = partial_near(stepped, frequency, rate);
      CHECK(a.frequency == doctest::Approx(frequency).epsilon(1e-3));
      CHECK(b.frequency == doctest::Approx(a.frequency).epsilon(1.2e-3));
      CHECK(std::abs(20 * std::log10(b.level / a.level)) < 0.1);
    }
  }
}

TEST_CASE("the accelerations of finite differences are late by exactly the stated lag") {
  const SampleRate rate{48000};
  const Bar description = example_bar();
  const UniformBar bar = uniform_bar(description);
  ModalBar modal(bar, modal_loss(bar, description.decay), 20000, rate, {0.25});
  const BarLoss loss = grid_loss(bar, description.decay);
  const double step = 1 / (rate.hz * 128);  // so fine that the grid's slower high modes do not blur the comparison
  GridBar grid(bar_scheme(bar, loss, step, largest_stable_intervals(bar, loss, step)), 128, rate, {0.25});
  const BarStrike strike{0.01, 0.25, drop_pulse()};
  modal.strike(strike), grid.strike(strike);
  const std::vector<double> a = ring(modal, 2400), b = ring(grid, 2400);
  const auto correlation = [&](int shift) {
    double sum = 0;
    for (std::size_t i = 0; i < 600; ++i) sum += a[i] * b[i + static_cast<std::size_t>(shift)];
    return sum;
  };
  int best = 0;
  for (int shift = 0; shift < 200; ++shift)
    if (correlation(shift) > correlation(best)) best = shift;
  CHECK(best == grid.lag());
}

TEST_CASE("a modal bar's energy equals the work of the drop until it decays, and never grows by itself") {
  const SampleRate rate{48000};
  const Bar description = example_bar(kFree, kFree);
  const UniformBar bar = uniform_bar(description);
  ModalBar solver(bar, modal_loss(bar, description.decay), 20000, rate, {});
  solver.strike({0.001, 0.1, drop_pulse()});
  double last = 0;
  for (int i = 0; i < 4800; ++i) {
    solver.advance(i, 1, nullptr, 0);
    if (i == 150) CHECK(solver.energy() > 0.95 * solver.energy_supplied());  // the drop has just finished
    if (i > 200) CHECK(solver.energy() <= last);
    last = solver.energy();
  }
  CHECK(last > 0);
  CHECK(last <= solver.energy_supplied());
}

TEST_CASE("a bar that has faded is exactly at rest, so that no tiny numbers slow the machine") {
  const SampleRate rate{8000};
  Bar description = example_bar();
  description.decay = {.low_frequency = 200, .low_t60 = 0.05, .high_frequency = 2000, .high_t60 = 0.02};
  const UniformBar bar = uniform_bar(description);
  ModalBar modal(bar, modal_loss(bar, description.decay), 3000, rate, {});
  const BarLoss loss = grid_loss(bar, description.decay);
  GridBar grid(bar_scheme(bar, loss, 1 / rate.hz, largest_stable_intervals(bar, loss, 1 / rate.hz)), 1, rate, {0.1});
  const BarStrike strike{0.001, 0.11, drop_pulse()};
  modal.strike(strike), grid.strike(strike);
  ring(modal, 16000), ring(grid, 16000);
  CHECK(modal.energy() == 0);
  CHECK(grid.energy() == 0);
}

TEST_CASE("a bar's block split in two sounds like the block, and a saved bar goes on with the same bits") {
  for (const BarMethod method : {BarMethod::modes, BarMethod::finite_differences}) {
    Bar description = example_bar(kFree, kClamped);
    description.method = method;
    const SampleRate rate{48000};
    const auto make = [&] { return RingingBar(description, 0, "bar", Air{}, rate); };
    const auto collect = [&](RingingBar& bar, SampleIndex first, int count, std::vector<double>& signal) {
      MotionEvents events = at_rest();
      for (const double time : {0.0011, 0.00302})
        if (TimeBlock{first, count, rate, {}}.contains(time))
          events.contacts.push_back({time, 0, {0.1, 0, 0}, {0, 0, -1}, drop_pulse()});
      SourceSignals signals;
      bar.radiate(events, {first, count, rate, {}}, signals);
      const auto& z = signals.sources[5].dipole[2];
      signal.insert(signal.end(), z.begin(), z.end());
    };
    RingingBar whole = make(), parts = make();
    std::vector<double> a, b;
    for (int i = 0; i < 20; ++i) collect(whole, i * 64, 64, a);
    for (int i = 0; i < 10; ++i) collect(parts, i * 64, 64, b);
    StateArchive saved;
    parts.archive(saved);
    RingingBar restored = make();
    StateArchive loaded(saved.bytes());
    restored.archive(loaded);
    CHECK(loaded.is_exhausted());
    for (int i = 10; i < 20; ++i) collect(restored, i * 64, 13, b), collect(restored, i * 64 + 13, 51, b);
    CHECK(a == b);
    CHECK(std::ranges::any_of(a, [](double x) { return x != 0; }));
  }
}

TEST_CASE("a bar's segments push the air with rho D times their acceleration") {
  // Check 10 of the rod reference, at the source: a rigid round element moved with u = U sin(w t) / w pushes
  // with rho 2 pi a^2 dz w U. Here the bar's own acceleration, from its deflection, takes the place of the given
  // motion.
  const SampleRate rate{192000};
  Bar description = example_bar(kSupported, kSupported);
  description.section = BarSection::round;
  description.thickness = 0.01;
  const UniformBar uniform = uniform_bar(description);
  Air air;
  RingingBar bar(description, 0, "bar", air, rate);
  ModalBar twin(uniform, modal_loss(uniform, description.decay), 20000, rate, {});
  MotionEvents events = at_rest();
  events.contacts.push_back({0, 0, {0.05, 0, 0.005}, {0, 0, -1}, DropPulse{1e-4, 2e-3}});  // soft, so only low modes
  twin.strike({0, 0.30, events.contacts[0].pulse, -1});
  SourceSignals signals;
  const int count = 4096;
  bar.radiate(events, {0, count, rate, {}}, signals);
  const auto n = static_cast<double>(signals.sources.size());
  CHECK(n >= 12);
  CHECK(0.5 / n <= 343.0 / 10000 / 6);
  const std::size_t s = signals.sources.size() / 3;
  const double x = signals.sources[s].path[0].position.x + 0.25;
  std::vector<double> u;
  for (int i = 0; i < count; ++i) {
    u.push_back(twin.deflection(x));
    twin.advance(i, 1, nullptr, 0);
  }
  const double carried = density(air) * 2 * kPi * 0.005 * 0.005 * 0.5 / n;  // [kg]
  double measured = 0, expected = 0;
  for (std::size_t i = 2000; i + 2 < u.size(); ++i) {
    const double a = (-u[i + 2] + 16 * u[i + 1] - 30 * u[i] + 16 * u[i - 1] - u[i - 2]) / 12 * rate.hz * rate.hz;
    measured += std::pow(signals.sources[s].dipole[2][i], 2);
    expected += std::pow(carried * a, 2);
  }
  CHECK(std::abs(10 * std::log10(measured / expected)) < 0.1);
  CHECK(signals.sources[s].dipole[0].empty());
  CHECK(signals.sources[s].dipole[1].empty());
}

TEST_CASE("a bar that stands upright pushes the air sideways, and only the force across it makes it ring") {
  Bar description = example_bar();
  description.pose.rotation = rotation_about({0, 1, 0}, kPi / 2);  // x down, thickness along world x
  RingingBar bar(description, 0, "bar", Air{}, {48000});
  MotionEvents events = at_rest();
  events.poses[0][0].pose = description.pose;
  events.contacts.push_back({0, 0, {0, 0, 0.1}, {0, 0, -1}, drop_pulse()});  // along the bar
  SourceSignals signals;
  bar.radiate(events, {0, 256, {48000}, {}}, signals);
  double along = 0;
  for (const double f : signals.sources[3].dipole[0]) along = std::max(along, std::abs(f));
  CHECK(along < 1e-18);
  events.contacts[0] = {256 / 48000.0, 0, {0, 0, 0.1}, {1, 0, 0}, drop_pulse()};
  signals = {};
  bar.radiate(events, {256, 256, {48000}, {}}, signals);
  double across = 0;
  for (const double f : signals.sources[3].dipole[0]) across = std::max(across, std::abs(f));
  CHECK(across > 1e-9);
}

TEST_CASE("a grid finer than the stability bound is refused with the largest that is stable") {
  Bar description = example_bar();
  description.method = BarMethod::finite_differences;
  description.oversampling = 1;
  description.intervals = 21;
  CHECK_THROWS_WITH_AS(RingingBar(description, 0, "plank", Air{}, {44100}),
                       doctest::Contains("bar \"plank\": intervals is 21, but at most 19 are stable"), InputError);
  description.intervals = 19;
  CHECK_NOTHROW(RingingBar(description, 0, "plank", Air{}, {44100}));
}

TEST_CASE("the vibration of the picture has one number a vertex and is that of the bar at the frame") {
  Bar description = example_bar(kFree, kFree);
  const SampleRate rate{48000};
  const auto mesh = std::make_shared<TriangleMesh>(box_mesh({0.5, 0.04, 0.01}, 20));
  RingingBar bar(description, 0, "bar", Air{}, rate);
  MotionEvents events = at_rest();
  events.contacts.push_back({0.0001, 0, {0.1, 0, 0}, {0, 0, -1}, drop_pulse()});
  const std::vector<SampleIndex> frames{100};
  const auto puddle = std::make_shared<TriangleMesh>(box_mesh({0.1, 0.04, 0.001}, 1));  // lies on it, does not count
  events.snapshots.push_back({100, {{0, MeshForm{mesh}, {}, {}}, {0, MeshForm{puddle}, {}, {}}}});
  SourceSignals signals;
  bar.radiate(events, {0, 256, rate, frames}, signals);
  REQUIRE(signals.vibrations.size() == 1);
  const Vibration& seen = signals.vibrations[0];
  CHECK(seen.sample == 100);
  REQUIRE(seen.displacement.size() == mesh->vertices.size());

  const UniformBar uniform = uniform_bar(description);
  ModalBar twin(uniform, modal_loss(uniform, description.decay), 20000, rate, {});
  twin.strike({0.0001, 0.35, drop_pulse(), -1});
  twin.advance(0, 100, nullptr, 0);
  for (std::size_t i = 0; i < seen.speed.size(); ++i) {
    CHECK(seen.displacement[i].z == doctest::Approx(twin.deflection(mesh->vertices[i].x + 0.25)));
    CHECK(seen.speed[i] == doctest::Approx(twin.velocity(mesh->vertices[i].x + 0.25)));
  }
}
