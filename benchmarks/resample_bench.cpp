// Collisions that are made by chance in a second on one core, from a list in memory, beside copying such a list.
#include <benchmark/benchmark.h>

#include <cmath>
#include <vector>

#include "base/parallel.h"
#include "collision_statistics/resampler.h"
#include "numerics/random_direction.h"

namespace resound::bench {
namespace {

// A million collisions a second for half a second, as of 20,000 grains in a pour, within 8 x 8 x 8 cells.
std::vector<ListedCollision> pour() {
  RandomStream random(1, 0, 0);
  std::vector<ListedCollision> all(500'000);
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].time = 1e-6 * static_cast<double>(i);
    all[i].place = {random.uniform(0, 0.08), random.uniform(0, 0.08), random.uniform(0, 0.08)};
    all[i].normal = any_direction(random);
    all[i].speed = std::pow(10, random.uniform(-3, 0));
  }
  return all;
}

void resample(benchmark::State& state, CountRule rule) {
  const ThreadLimit one(1);
  const std::vector<ListedCollision> all = pour();
  for (auto round : state) {
    static_cast<void>(round);
    std::size_t made = 0;
    Resampler resampler({.counts = rule}, {{"beads"}, {false}},
                        [&](std::span<const ListedCollision> window) { made += window.size(); });
    for (const ListedCollision& collision : all) resampler.add(collision);
    resampler.finish();
    benchmark::DoNotOptimize(made);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(all.size()));
}

void copy(benchmark::State& state) {
  const std::vector<ListedCollision> all = pour();
  for (auto round : state) {
    static_cast<void>(round);
    std::vector<ListedCollision> other;
    for (const ListedCollision& collision : all) other.push_back(collision);
    benchmark::DoNotOptimize(other.data());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(all.size()));
}

const bool kRegistered = [] {
  benchmark::RegisterBenchmark("resampled collisions/copy of the list", copy);
  benchmark::RegisterBenchmark("resampled collisions/exact counts", resample, CountRule::exact);
  benchmark::RegisterBenchmark("resampled collisions/Poisson counts", resample, CountRule::poisson);
  benchmark::RegisterBenchmark("resampled collisions/smoothed rate", resample, CountRule::smooth);
  return true;
}();

}  // namespace
}  // namespace resound::bench
