// Element-steps a second of deforming solids, whole steps with damping, against a plain loop over the same elements
// (compiled for this very processor, where ours chooses at run time; it damps by velocities, as the paper does) and
// against the limit of the multiply-add units.
// The bowl has the size of the one in "Synthesizing Sounds from Physically Based Motion".
#include <benchmark/benchmark.h>

#include <cmath>
#include <string>
#include <thread>

#include "base/parallel.h"
#include "fma_peak.h"
#include "geometry/linear_tets.h"
#include "geometry/shape_bricks.h"
#include "geometry/shape_tets.h"
#include "plain_elements.h"
#include "solid/solid_stepper.h"

namespace resound::bench {
namespace {

constexpr double kStep = 1e-8;  // [s]  stable for all of them
constexpr int kSteps = 100;     // a round
const SolidMaterial kMaterial{.strain_damping = 1e-9};

BrickMesh bowl() { return brick_mesh(BowlShape{0.08, 0.05, 0.004}, 0.0155); }
LinearTetMesh bowl_of_tets() { return linear_tets(bowl()); }
LinearTetMesh fine_bowl_of_tets() { return linear_tets(brick_mesh(BowlShape{0.08, 0.05, 0.004}, 0.005)); }
TetMesh bar() { return tet_mesh(BarShape{0.2, 0.04, 0.01}, 0.01); }

double first_speed(double x) { return 0.01 * std::sin(40 * x); }

// On one thread its own processor time counts, on more the time on the clock.
template <class Mesh>
void ours(benchmark::State& state, Mesh (*mesh)(), int threads) {
  const ElasticSolid solid(in_halved_order(mesh()), kMaterial);
  const ThreadLimit limit(threads);
  SolidStepper stepper({&solid}, kStep);
  for (std::size_t i = 0; i < stepper.nodes(); ++i)
    stepper.velocity_to_set()[4 * i + 2] = first_speed(stepper.position()[4 * i]);
  for (auto round : state) {
    static_cast<void>(round);
    stepper.advance(kSteps);
  }
  state.SetItemsProcessed(state.iterations() * kSteps * static_cast<std::int64_t>(solid.elements()));
  state.counters["elements"] = static_cast<double>(solid.elements());
}

// What the machine gives to two that know nothing of each other: a whole solid each. Its processors change their speed,
// and two of them seldom have that of one alone.
template <class Mesh>
void apart(benchmark::State& state, Mesh (*mesh)()) {
  const ElasticSolid solid(in_halved_order(mesh()), kMaterial);
  const auto run = [&](benchmark::IterationCount rounds) {
    SolidStepper stepper({&solid}, kStep);
    for (std::size_t i = 0; i < stepper.nodes(); ++i)
      stepper.velocity_to_set()[4 * i + 2] = first_speed(stepper.position()[4 * i]);
    for (benchmark::IterationCount round = 0; round < rounds; ++round) stepper.advance(kSteps);
  };
  const ThreadLimit limit(1);
  constexpr benchmark::IterationCount kRounds = 50;  // so that starting a thread is nothing beside them
  for (auto round : state) {
    static_cast<void>(round);
    std::thread other(run, kRounds);
    run(kRounds);
    other.join();
  }
  state.SetItemsProcessed(state.iterations() * 2 * kRounds * kSteps * static_cast<std::int64_t>(solid.elements()));
}

template <class Plain, class Mesh>
void plain(benchmark::State& state, Mesh (*mesh)()) {
  Plain solid(mesh(), kMaterial);
  for (std::size_t i = 0; i < solid.state.x.size(); ++i) solid.state.v[i][2] = first_speed(solid.state.x[i][0]);
  for (auto round : state) {
    static_cast<void>(round);
    for (int step = 0; step < kSteps; ++step) solid.step(kStep);
  }
  state.SetItemsProcessed(state.iterations() * kSteps * static_cast<std::int64_t>(element_count(mesh())));
}

// Multiply-adds that an element needs at the least.
void limit(benchmark::State& state, double multiply_adds) {
  double operations = 0;
  for (auto round : state) {
    static_cast<void>(round);
    operations += burn_fma(1'000'000);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(operations / 2 / multiply_adds));
}

template <class Plain, class Mesh>
void add_group(const std::string& group, Mesh (*mesh)(), double multiply_adds) {
  benchmark::RegisterBenchmark((group + "/ours").c_str(), ours<Mesh>, mesh, 1);
  benchmark::RegisterBenchmark((group + "/plain loop").c_str(), plain<Plain, Mesh>, mesh);
  benchmark::RegisterBenchmark((group + "/multiply-add limit").c_str(), limit, multiply_adds);
  benchmark::RegisterBenchmark((group + "/ours on two threads").c_str(), ours<Mesh>, mesh, 2)->UseRealTime();
  benchmark::RegisterBenchmark((group + "/two of ours apart").c_str(), apart<Mesh>, mesh)->UseRealTime();
}

const bool registered = [] {
  add_group<PlainTet4>("steps of tet4", bowl_of_tets, 105);
  add_group<PlainTet4>("steps of many tet4", fine_bowl_of_tets, 105);
  add_group<PlainTet10>("steps of tet10", bar, 450);
  add_group<PlainBricks>("steps of bricks", bowl, 820);
  return true;
}();

}  // namespace
}  // namespace resound::bench
