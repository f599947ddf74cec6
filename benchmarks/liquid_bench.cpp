// Particle-steps a second of a dam break on one core and on two, against a plain loop with half as many neighbours and
// no wall particles (compiled for this very processor, where ours chooses at run time); ns/pair counts neighbours
// within the kernel's reach.
#include <benchmark/benchmark.h>

#include <cmath>
#include <string>

#include "base/parallel.h"
#include "liquid/liquid_solver.h"
#include "plain_liquid.h"

namespace resound::bench {
namespace {

constexpr int kRound = 10;     // [steps]
constexpr int kBefore = 100;   // [steps]  until it flows
constexpr double kPairs = 57;  // neighbours of one deep within

// A box without a lid, its fronts inside.
TriangleMesh open_box(const Vec3& size) {
  TriangleMesh mesh;
  for (const double z : {0.0, size.z})
    for (const Vec3& p : {Vec3{0, 0, z}, Vec3{size.x, 0, z}, Vec3{size.x, size.y, z}, Vec3{0, size.y, z}})
      mesh.vertices.push_back(p);
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
  for (int k = 0; k < 4; ++k) {
    const int next = (k + 1) % 4;
    mesh.triangles.push_back({k, k + 4, next + 4});
    mesh.triangles.push_back({k, next + 4, next});
  }
  return mesh;
}

LiquidSystem dam(int particles) {
  LiquidSystem system;
  const double dx = 1 / std::cbrt(particles);
  const int edge = static_cast<int>(1 / dx);
  system.settings.spacing = dx;
  system.settings.sound_speed = 10 * std::sqrt(2 * kGravity);
  for (int k = 0; k < edge; ++k)
    for (int j = 0; j < edge; ++j)
      for (int i = 0; i < edge; ++i) system.particles.push_back({dx * Vec3{i + 0.5, j + 0.5, k + 0.5}, {}, 0});
  system.walls.push_back({open_box({3, 1, 2}), {}, true});
  system.bounds = {{-0.5, -0.5, -0.5}, {3.5, 1.5, 3}};
  return system;
}

void ours(benchmark::State& state, int particles, int threads) {
  const ThreadLimit limit(threads);
  LiquidSolver liquid(dam(particles));
  int steps = kBefore;
  liquid.advance((steps + 0.5) * liquid.step());
  for (auto round : state) {
    static_cast<void>(round);
    steps += kRound;
    liquid.advance((steps + 0.5) * liquid.step());
  }
  const auto done = static_cast<double>(state.iterations()) * kRound * static_cast<double>(liquid.count());
  state.SetItemsProcessed(static_cast<std::int64_t>(done));
  state.counters["s/pair"] =
      benchmark::Counter(done * kPairs, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void plain(benchmark::State& state, int particles, int threads) {
  const ThreadLimit limit(threads);
  PlainLiquid liquid(particles);
  for (int step = 0; step < kBefore; ++step) liquid.step();
  for (auto round : state) {
    static_cast<void>(round);
    for (int step = 0; step < kRound; ++step) liquid.step();
  }
  state.SetItemsProcessed(state.iterations() * kRound * static_cast<std::int64_t>(liquid.size()));
}

const bool liquid_registered = [] {
  for (const int threads : {1, 2})
    for (const int particles : {5'000, 20'000, 100'000}) {
      const std::string group = "liquid of " + std::to_string(particles) + " particles, " + std::to_string(threads) +
                                (threads == 1 ? " core" : " cores");
      const auto add = [&](const std::string& side, auto run) {
        benchmark::RegisterBenchmark((group + "/" + side).c_str(), run, particles, threads)
            ->UseRealTime()
            ->MinTime(0.3);
      };
      add("ours", ours);
      add("plain loop", plain);
    }
  return true;
}();

}  // namespace
}  // namespace resound::bench
