// Collisions that are made by chance in a second on one core: from a list in memory to memory, and from a file to a
// file; beside copying such a list.
#include <benchmark/benchmark.h>

#include <cmath>
#include <filesystem>
#include <vector>

#include "base/parallel.h"
#include "collision_file/collision_reader.h"
#include "collision_file/collision_writer.h"
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

// What reading and writing alone take: into memory that grows, and into memory that is there.
void copy(benchmark::State& state, bool is_there) {
  const std::vector<ListedCollision> all = pour();
  std::vector<ListedCollision> other;
  for (auto round : state) {
    static_cast<void>(round);
    if (is_there)
      other.clear();
    else
      other = {};
    for (const ListedCollision& collision : all) other.push_back(collision);
    benchmark::DoNotOptimize(other.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(all.size()));
}

// The list as a file, for as long as the benchmark runs.
struct ListFile {
  std::filesystem::path folder = std::filesystem::temp_directory_path() / "resound-resample-bench";
  std::filesystem::path list = folder / "pour.collisions", made = folder / "made.collisions";

  ListFile() {
    std::filesystem::create_directories(folder);
    CollisionWriter writer(list, true, {"beads"});
    for (const ListedCollision& collision : pour()) writer.add(collision);
    writer.commit();
  }
  ~ListFile() { std::filesystem::remove_all(folder); }
};

void resample_file(benchmark::State& state) {
  const ThreadLimit one(1);
  const ListFile file;
  std::int64_t made = 0;
  for (auto round : state) {
    static_cast<void>(round);
    CollisionWriter writer(file.made, true, {"beads"});
    Resampler resampler({}, {{"beads"}, {false}}, [&](std::span<const ListedCollision> window) {
      for (const ListedCollision& collision : window) writer.add(collision);
      made += static_cast<std::int64_t>(window.size());
    });
    CollisionReader reader(file.list);
    for (auto rows = reader.some(); !rows.empty(); rows = reader.some())
      for (const ListedCollision& collision : rows) resampler.add(collision);
    resampler.finish();
    writer.commit();
  }
  state.SetItemsProcessed(made);
}

void copy_file(benchmark::State& state) {
  const ListFile file;
  std::int64_t copied = 0;
  for (auto round : state) {
    static_cast<void>(round);
    CollisionWriter writer(file.made, true, {"beads"});
    CollisionReader reader(file.list);
    for (auto rows = reader.some(); !rows.empty(); rows = reader.some()) {
      for (const ListedCollision& collision : rows) writer.add(collision);
      copied += static_cast<std::int64_t>(rows.size());
    }
    writer.commit();
  }
  state.SetItemsProcessed(copied);
}

const bool kRegistered = [] {
  benchmark::RegisterBenchmark("resampled collisions/copy of the list into new memory", copy, false);
  benchmark::RegisterBenchmark("resampled collisions/copy of the list", copy, true);
  benchmark::RegisterBenchmark("resampled collisions/exact counts", resample, CountRule::exact);
  benchmark::RegisterBenchmark("resampled collisions/Poisson counts", resample, CountRule::poisson);
  benchmark::RegisterBenchmark("resampled collisions/smoothed rate", resample, CountRule::smooth);
  benchmark::RegisterBenchmark("resampled collisions/binary file copied row by row", copy_file);
  benchmark::RegisterBenchmark("resampled collisions/binary file to binary file", resample_file);
  return true;
}();

}  // namespace
}  // namespace resound::bench
