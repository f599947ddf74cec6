// Node updates a second of the finite-difference bar: ours, a plain loop compiled with the same flags, and the
// published scheme as an interpreted double loop in Octave, where that is installed.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "emission/bar/bar_grid.h"

namespace resound {
namespace {

constexpr double kRate = 44100;  // [Hz]
constexpr double kDamping = 4;   // [1/s]  sigma0
constexpr double kKappa = 1;     // [m^2/s]

double noise(int node) { return 1e-6 * std::sin(7.3 * node * node); }  // everywhere, so that no number is subnormal

// With both losses and both ends, as it is used.
void ours(benchmark::State& state, int intervals) {
  const double h = 1.0001 * std::sqrt(2 * kKappa / kRate);
  const UniformBar bar{intervals * h, kKappa, 1.0, BarEnd::free, BarEnd::free};
  BarGrid grid(bar_scheme(bar, {.sigma0 = kDamping, .sigma1 = 0}, 1 / kRate, intervals));
  std::vector<double> start;
  for (int l = 0; l <= intervals; ++l) start.push_back(noise(l));
  grid.set_state(start, start);
  const int steps = std::max(1, 1'000'000 / intervals);
  for (auto _ : state) {
    for (int n = 0; n < steps; ++n) grid.step();
    benchmark::DoNotOptimize(grid.deflection(grid.point_at(bar.length / 2)));
  }
  state.SetItemsProcessed(state.iterations() * steps * intervals);
}

// What one writes down first: clamped ends, one loss, one pass over three arrays.
void plain_loop(benchmark::State& state, int intervals) {
  const double k = 1 / kRate, h = std::sqrt(2 * kKappa * k), mu2 = std::pow(kKappa * k / (h * h), 2);
  const double scale = 1 / (1 + kDamping * k);
  const auto count = static_cast<std::size_t>(intervals) + 1;
  std::vector<double> next(count), now(count), before(count);
  for (int l = 2; l <= intervals - 2; ++l) now[static_cast<std::size_t>(l)] = noise(l);
  before = now;
  const int steps = std::max(1, 1'000'000 / intervals);
  for (auto _ : state) {
    for (int n = 0; n < steps; ++n) {
      double* __restrict out = next.data();
      const double* __restrict u = now.data();
      const double* __restrict p = before.data();
      for (std::size_t l = 2; l + 2 < count; ++l) {
        const double bend = u[l + 2] - 4 * u[l + 1] + 6 * u[l] - 4 * u[l - 1] + u[l - 2];
        out[l] = (2 * u[l] - (1 - kDamping * k) * p[l] - mu2 * bend) * scale;
      }
      std::swap(before, now);
      std::swap(now, next);
    }
    benchmark::DoNotOptimize(now[count / 2]);
  }
  state.SetItemsProcessed(state.iterations() * steps * intervals);
}

// Octave times its own loop; starting the interpreter does not count.
void octave(benchmark::State& state, int intervals) {
  const int steps = 300;
  const std::string command = "octave-cli --norc --quiet --eval \"addpath('" + std::string(RESOUND_BENCH_FOLDER) +
                              "'); published_bar(" + std::to_string(intervals) + ", " + std::to_string(steps) +
                              ")\" 2>/dev/null";
  for (auto _ : state) {
    double seconds = 0;
    FILE* output = popen(command.c_str(), "r");
    const bool understood = output != nullptr && std::fscanf(output, "%lf", &seconds) == 1;
    if (output != nullptr) pclose(output);
    if (!understood) return state.SkipWithError("Octave is not installed");
    state.SetIterationTime(seconds);
  }
  state.SetItemsProcessed(state.iterations() * steps * intervals);
}

const bool registered = [] {
  for (const int intervals : {149, 1000, 100000}) {
    const std::string group = "bar of " + std::to_string(intervals) + " intervals/";
    benchmark::RegisterBenchmark((group + "ours").c_str(), ours, intervals);
    benchmark::RegisterBenchmark((group + "plain loop").c_str(), plain_loop, intervals);
    if (intervals == 149)
      benchmark::RegisterBenchmark((group + "published scheme in Octave").c_str(), octave, intervals)
          ->UseManualTime()
          ->Iterations(1);
  }
  return true;
}();

}  // namespace
}  // namespace resound
