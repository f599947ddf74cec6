// Collisions of grains that are heard in a second on one core: from the list of collisions to pressure at one ear.
#include <benchmark/benchmark.h>

#include <cmath>
#include <vector>

#include "base/parallel.h"
#include "emission/grain/collision_kicks.h"
#include "numerics/random_stream.h"
#include "propagation/propagation.h"
#include "radiation/pushed_sphere.h"

namespace resound::bench {
namespace {

constexpr double kSeconds =
    0.1;  // of the scene, a million collisions a second: as many as 20,000 grains in a pour make
constexpr int kCollisions = 100'000;

// Glass of 1 mm in a cup, 30 cm from the ear.
std::vector<Encounter> collisions() {
  RandomStream random(1, 0, 0);
  std::vector<Encounter> all;
  for (int i = 0; i < kCollisions; ++i) {
    const Vec3 place{random.uniform(-0.04, 0.04), random.uniform(-0.04, 0.04), random.uniform(0, 0.08)};
    const Vec3 normal = normalized({random.normal(), random.normal(), random.normal()});
    all.push_back({kSeconds * i / kCollisions, place, normal, std::pow(10, random.uniform(-3, 0)), 0.95, 0});
  }
  return all;
}

const CollidingSphere kGlass{1e-3, 2520, 72e9, 0.22};
const Vec3 kEar{0.3, 0, 0.1};

// The stages' own way: kicks, and the air that carries them.
void whole_way(benchmark::State& state, bool absorption, KickRendering rendering) {
  const ThreadLimit one(1);
  const auto all = collisions();
  const CollisionSound sound(kGlass, kGlass, 1.2);
  Scene scene;
  scene.air.absorption = absorption;
  scene.objects.resize(1);
  Propagation propagation(scene, {{Path(kEar), DirectionBasis::pressure}}, false, rendering);
  SourceSignals signals;
  SampleIndex first = 0;
  for (auto round : state) {
    static_cast<void>(round);
    const double begin = scene.simulation_rate().seconds(static_cast<double>(first));
    std::size_t next = 0;
    for (; next < all.size(); first += 32) {
      const TimeBlock block{first, 32, scene.simulation_rate(), {}};
      signals.kicks.clear();
      for (; next < all.size() && begin + all[next].time < block.end(); ++next) {
        Encounter met = all[next];
        met.time += begin;
        sound.add_kicks(met, signals.kicks);
      }
      benchmark::DoNotOptimize(propagation.carry(signals, block).receivers[0].channels[0].data());
    }
  }
  state.SetItemsProcessed(state.iterations() * kCollisions);
}

// The closed form at a million samples a second, as in the thesis: 61 samples a sphere. What it makes is still to be
// brought down to the audio rate.
void closed_form(benchmark::State& state) {
  constexpr double kRate = 1e6;
  const auto all = collisions();
  const CollisionSound sound(kGlass, kGlass, 1.2);
  std::vector<double> pressure(static_cast<std::size_t>(kRate * (kSeconds + 0.01)));
  std::vector<SphereKick> kicks;
  for (auto round : state) {
    static_cast<void>(round);
    for (const Encounter& met : all) {
      kicks.clear();
      sound.add_kicks(met, kicks);
      for (const SphereKick& kick : kicks) {
        const Vec3 way = kEar - kick.centre;
        const double r = length(way), onset = kick.time - kick.width / 2 + (r - kick.radius) / 343;
        const SpherePressure sphere(kick, 343, r, dot(kick.impulse, way) / r);
        const auto begin = static_cast<std::size_t>(onset * kRate) + 1;
        for (std::size_t i = begin; i < begin + 61; ++i)
          pressure[i] += sphere.at(static_cast<double>(i) / kRate - onset);
      }
    }
    benchmark::DoNotOptimize(pressure.data());
  }
  state.SetItemsProcessed(state.iterations() * kCollisions);
}

const bool kRegistered = [] {
  benchmark::RegisterBenchmark("collisions of grains/band-limited", whole_way, false, KickRendering::polynomial);
  benchmark::RegisterBenchmark("collisions of grains/closed form at 1 MHz", closed_form);
  benchmark::RegisterBenchmark("collisions of grains/band-limited, air absorbs", whole_way, true,
                               KickRendering::polynomial);
  benchmark::RegisterBenchmark("collisions of grains/instants of the closed form", whole_way, false,
                               KickRendering::closed_form);
  return true;
}();

}  // namespace
}  // namespace resound::bench
