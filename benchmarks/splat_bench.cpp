// Splats a second on one core, alone and as a whole stage, and their share of the core's multiply-add peak. Each round
// times the peak and the work in turn; the figures are medians over the rounds, with the range of the share.
#include <benchmark/benchmark.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/parallel.h"
#include "fma_peak.h"
#include "propagation/propagation.h"
#include "propagation/splat.h"

namespace resound::bench {
namespace {

constexpr int kBlock = 48;  // [samples]  a millisecond

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

// Alternates the peak and `work`, which does `splats` of `flop` each.
template <class Work>
void measure(benchmark::State& state, double splats, double flop, const Work& work) {
  std::vector<double> rates, shares;
  for (auto round : state) {
    static_cast<void>(round);
    const double begin = cpu_seconds();
    const double peak_flop = burn_fma(200'000);
    const double middle = cpu_seconds();
    work();
    const double end = cpu_seconds();
    state.SetIterationTime(end - middle);
    rates.push_back(splats / (end - middle));
    shares.push_back(rates.back() * flop / (peak_flop / (middle - begin)));
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(splats) * state.iterations());
  state.counters["flop/splat"] = flop;
  state.counters["share_of_peak_%"] = 100 * median(shares);
  state.counters["share_low_%"] = 100 * *std::ranges::min_element(shares);
  state.counters["share_high_%"] = 100 * *std::ranges::max_element(shares);
}

// The kernel alone, over blocks as the stage uses it. Argument: lanes (1 monopole, 2 dipole).
void splat_kernel(benchmark::State& state) {
  constexpr int count = kBlock, repeats = 4000;
  const int lanes = static_cast<int>(state.range(0));
  const ArrivalKernel kernel;
  std::vector<double> positions(count), values(static_cast<std::size_t>(count * lanes), 1.0);
  std::vector<double> buffer(static_cast<std::size_t>(2 * kBlock * lanes));
  for (int i = 0; i < count; ++i) positions[static_cast<std::size_t>(i)] = 8.3 + i * 0.971;
  measure(state, static_cast<double>(count * repeats), splat_flop(lanes), [&] {
    for (int r = 0; r < repeats; ++r)
      splat(kernel, positions, {lanes, values.data(), count, buffer.data(), 2 * kBlock});
    benchmark::DoNotOptimize(buffer.data());
  });
}

struct Crowd {
  std::vector<std::array<SourceKnot, 2>> knots;
  std::vector<double> signal = std::vector<double>(kBlock, 1e-3);
  SourceSignals signals;

  // Within some metres of the ear, or as near to each other as facets of a skin.
  Crowd(int count, bool moving, bool dipole, bool neighbours) : knots(static_cast<std::size_t>(count)) {
    for (std::size_t s = 0; s < knots.size(); ++s) {
      const double a = 0.7 * static_cast<double>(s), r = neighbours ? 3 : 5 + 4 * std::sin(1.9 * a);
      const Vec3 position{r * std::cos(a), r * std::sin(a), 1 + 0.1 * std::sin(3 * a)};
      const Vec3 velocity = moving ? Vec3{5 * std::sin(a), 2, 1} : Vec3{};
      knots[s] = {SourceKnot{0, position, velocity},
                  SourceKnot{kBlock, position + velocity * (kBlock / 48000.0), velocity}};
      Source source;
      source.path = std::span(knots[s]).first(moving ? 2 : 1);
      source.monopole = std::span(signal).first(kBlock);
      if (dipole) source.dipole.fill(std::span(signal).first(kBlock));
      signals.sources.push_back(source);
    }
  }
};

// The whole stage on one thread: 1000 sources, one ear. Arguments: moving sources, dipole, absorbing air, moving ear,
// neighbours.
void whole_stage(benchmark::State& state) {
  const bool moving = state.range(0), dipole = state.range(1), absorption = state.range(2), moving_ear = state.range(3),
             neighbours = state.range(4);
  const ThreadLimit one(1);
  Scene scene;
  scene.objects.resize(1);
  scene.air.absorption = absorption;
  const Path ear = moving_ear ? Path({{0, {0, 0, 0}}, {1000, {1000, 0, 0}}}) : Path(Vec3{});
  Propagation propagation(scene, {{ear, DirectionBasis::pressure}}, false);
  const Crowd crowd(1000, moving, dipole, neighbours);
  SampleIndex first = 0;
  measure(state, 1000 * kBlock * 10.0, splat_flop(dipole ? 2 : 1), [&] {
    for (int block = 0; block < 10; ++block, first += kBlock)
      propagation.carry(crowd.signals, {first, kBlock, scene.simulation_rate(), {}});
  });
}

BENCHMARK(splat_kernel)->Arg(1)->Arg(2)->ArgName("lanes")->Iterations(21)->UseManualTime();
BENCHMARK(whole_stage)
    ->ArgNames({"moving", "dipole", "absorption", "moving_ear", "neighbours"})
    ->Args({0, 0, 0, 0, 0})
    ->Args({0, 1, 0, 0, 0})
    ->Args({0, 1, 1, 0, 0})
    ->Args({1, 0, 0, 0, 0})
    ->Args({1, 1, 0, 0, 0})
    ->Args({1, 1, 0, 0, 1})
    ->Args({1, 1, 1, 0, 0})
    ->Args({1, 1, 1, 1, 0})
    ->Iterations(21)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace resound::bench
