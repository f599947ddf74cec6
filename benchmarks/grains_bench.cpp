// Collisions a second of hard balls in a box, among 1000, 10,000 and 100,000: an elastic gas, and a pile that settles
// under gravity. Ours against a heap of all predicted events, from the same start.
#include <benchmark/benchmark.h>

#include <numbers>
#include <string>

#include "grain/event_driven.h"
#include "plain_grains.h"

namespace resound {
namespace {

constexpr std::int64_t kCollisions = 200000;

GrainSystem system_of(const bench::GrainBoxCase& what) {
  const bench::GrainBoxStart start = bench::grain_box(what);
  GrainSystem system;
  system.gravity = {0, 0, what.gas ? 0.0 : -1.0};
  const GrainSurface smooth{.restitution = {what.gas ? 1.0 : 0.9}, .friction = 0};
  system.kinds = {GrainKind{.radius = 0.5, .density = 6 / std::numbers::pi, .surface = smooth}};
  for (std::size_t i = 0; i < start.x.size(); ++i)
    system.grains.push_back(
        {.position = {start.x[i], start.y[i], start.z[i]}, .velocity = {start.vx[i], start.vy[i], start.vz[i]}});
  const auto wall = [&](const Vec3& at, const Vec3& axis, double angle) {
    system.walls.push_back({PlaneWall{}, {.pose = {at, rotation_about(axis, angle)}}, smooth});
  };
  const double quarter = std::numbers::pi / 2, far = start.width + 0.5;
  wall({}, {1, 0, 0}, 0);
  wall({-0.5, 0, 0}, {0, 1, 0}, quarter);
  wall({far, 0, 0}, {0, 1, 0}, -quarter);
  wall({0, -0.5, 0}, {1, 0, 0}, -quarter);
  wall({0, far, 0}, {1, 0, 0}, quarter);
  if (what.gas) wall({0, 0, start.top}, {1, 0, 0}, 2 * quarter);
  return system;
}

void ours(benchmark::State& state, bench::GrainBoxCase what) {
  std::int64_t done = 0;
  for (auto _ : state) {
    state.PauseTiming();
    EventDrivenGrains grains(system_of(what), {.slow_speed = 0, .contact_time = what.gas ? 0 : 0.05, .sleeps = false});
    state.ResumeTiming();
    const double step = 1e3 / what.count;
    while (grains.collisions() < kCollisions) grains.advance(grains.time() + 0.02 * step, [](const Collision&) {});
    done += grains.collisions();
  }
  state.SetItemsProcessed(done);
}

void heap_of_events(benchmark::State& state, bench::GrainBoxCase what) {
  for (auto _ : state) {
    state.PauseTiming();
    bench::PlainGrains grains(what);
    state.ResumeTiming();
    grains.run(kCollisions);
  }
  state.SetItemsProcessed(state.iterations() * kCollisions);
}

const bool registered = [] {
  for (const bool gas : {true, false})
    for (const int count : {1000, 10000, 100000}) {
      const std::string group = std::string(gas ? "gas of " : "settling pile of ") + std::to_string(count) + " balls/";
      const bench::GrainBoxCase what{count, gas};
      benchmark::RegisterBenchmark((group + "ours").c_str(), ours, what)->Iterations(1)->Unit(benchmark::kMillisecond);
      benchmark::RegisterBenchmark((group + "heap of events").c_str(), heap_of_events, what)
          ->Iterations(1)
          ->Unit(benchmark::kMillisecond);
    }
  return true;
}();

}  // namespace
}  // namespace resound
