// Vertex-steps a second of elastic rods, whole steps on one core, against plain loops: of the same model, and of the
// shortest program there is, a round wire without directors (both compiled for this very processor, where ours chooses
// at run time). Then the systems of "Physics-based Audio Synthesis in Computer Graphics", with the seconds of computing
// that a second of each takes, and what touching costs.
#include <benchmark/benchmark.h>

#include <cmath>
#include <string>

#include "base/parallel.h"
#include "plain_rods.h"
#include "rod/rod_contact.h"
#include "rod/rod_stepper.h"

namespace resound::bench {
namespace {

constexpr int kSteps = 200;  // a round
const RodMaterial kWireMaterial{.young_modulus = 2e9, .poisson_ratio = 0.3, .density = 7800};

ElasticRod wire(int vertices) {
  return {straight_rod({0, 0, 0}, {0.01 * vertices, 0, 0}, vertices - 1), RodSection{.a = 1e-3, .b = 1e-3},
          kWireMaterial};
}

double first_wire_speed(double x) { return 0.01 * std::sin(6 * x); }

void ours(benchmark::State& state, int vertices) {
  const ThreadLimit limit(1);
  const ElasticRod rod = wire(vertices);
  RodStepper stepper({&rod}, {.step = 1e-6});
  stepper.hold_ends(0, {RodEnd::clamped, RodEnd::clamped});
  for (std::size_t i = 2; i + 2 < rod.vertices(); ++i)
    stepper.velocity(0).set(i, {0, 0, first_wire_speed(stepper.position(0)[i].x)});
  for (auto round : state) {
    static_cast<void>(round);
    stepper.advance(kSteps);
  }
  state.SetItemsProcessed(state.iterations() * kSteps * vertices);
}

template <class Plain>
void plain(benchmark::State& state, int vertices) {
  const ElasticRod rod = wire(vertices);
  Plain loop(rod);
  for (std::size_t i = 2; i + 2 < rod.vertices(); ++i) loop.v[i].z = first_wire_speed(loop.x[i].x);
  for (auto round : state) {
    static_cast<void>(round);
    for (int step = 0; step < kSteps; ++step) loop.step(1e-6);
  }
  state.SetItemsProcessed(state.iterations() * kSteps * vertices);
}

// A second of a whole system, drawn or plucked, with damping as it is used.
struct System {
  ElasticRod rod;
  RodState start;
  RodEnds ends;
  double step;  // [s]
};

System rubber_band() {
  const RodMaterial rubber{.young_modulus = 3e5,
                           .poisson_ratio = 0.5,
                           .density = 900,
                           .law = StretchLaw::neo_hookean,
                           .mass_damping = 1,
                           .tension_damping = 1e-5};
  ElasticRod rod(straight_rod({0, 0, 0}, {0.186, 0, 0}, 49), RodSection{.a = 0.8e-3, .b = 0.4e-3}, rubber);
  const RodState start = placed(rod, triangle_line(rod, {0, 0, 0}, {0.4, 0, 0}, 0.3, {0, 0, 0.01}));
  return {rod, start, {RodEnd::pinned, RodEnd::pinned}, 5e-6};
}
System metal_string() {
  const RodMaterial metal{
      .young_modulus = 1.88e9, .poisson_ratio = 0.3, .density = 7850, .mass_damping = 1, .tension_damping = 1e-6};
  ElasticRod rod(straight_rod({0, 0, 0}, {0.628, 0, 0}, 99), RodSection{.a = 0.215e-3, .b = 0.215e-3}, metal);
  const RodState start = placed(rod, triangle_line(rod, {0, 0, 0}, {0.65, 0, 0}, 0.3, {0, 0, 0.005}));
  return {rod, start, {RodEnd::pinned, RodEnd::pinned}, 1e-6};
}
System slinky() {
  const RodMaterial soft_steel{.young_modulus = 2.05e9,
                               .poisson_ratio = 0.3,
                               .density = 7850,
                               .mass_damping = 1,
                               .bend_damping = 1e-7,
                               .twist_damping = 1e-7};
  ElasticRod rod(helix_rod({.radius = 0.03, .pitch = 2e-3, .turns = 9.95, .edges_a_turn = 20}),
                 RodSection{.a = 0.215e-3, .b = 0.215e-3}, soft_steel);
  std::vector<Vec3> drawn = rod.shape().vertices;
  for (Vec3& v : drawn) v.z *= 2;
  const RodState start = placed(rod, drawn);
  return {rod, start, {RodEnd::clamped, RodEnd::free}, 1e-6};
}

void second_of(benchmark::State& state, System (*make)(), bool with_contact) {
  const ThreadLimit limit(1);
  const System system = make();
  RodStepper stepper({&system.rod}, {.step = system.step, .gravity = {0, 0, -9.81}});
  stepper.set_state(0, system.start);
  stepper.hold_ends(0, system.ends);
  RodContacts contacts(stepper, {});
  const RodStepper::Hook touch = [&](int step, std::span<const RodPush> pushes) { contacts.add_to(pushes, step); };
  const int steps = 10000;
  for (auto round : state) {
    static_cast<void>(round);
    contacts.begin_block(0, {});
    stepper.advance(steps, with_contact ? touch : RodStepper::Hook{});
  }
  state.SetItemsProcessed(state.iterations() * steps * static_cast<std::int64_t>(system.rod.vertices()));
  // seconds of computing that a second of the scene takes
  const double simulated = static_cast<double>(state.iterations()) * steps * system.step;
  state.counters["s/s"] = benchmark::Counter(simulated, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

// An implicit step does what three hundred explicit ones cost; it pays where its step may be longer than that.
void implicit(benchmark::State& state, int vertices) {
  const ElasticRod rod = wire(vertices);
  RodStepper stepper({&rod}, {.step = 5e-6, .integrator = RodIntegrator::implicit_midpoint});
  stepper.hold_ends(0, {RodEnd::clamped, RodEnd::clamped});
  for (std::size_t i = 2; i + 2 < rod.vertices(); ++i)
    stepper.velocity(0).set(i, {0, 0, first_wire_speed(stepper.position(0)[i].x)});
  for (auto round : state) {
    static_cast<void>(round);
    stepper.advance(10);
  }
  state.SetItemsProcessed(state.iterations() * 10 * vertices);
}

const bool registered = [] {
  for (const int vertices : {50, 100, 1000, 5000}) {
    const std::string group = "steps of a rod of " + std::to_string(vertices) + " vertices";
    benchmark::RegisterBenchmark((group + "/ours").c_str(), ours, vertices);
    if (vertices > 100) continue;
    benchmark::RegisterBenchmark((group + "/plain loop").c_str(), plain<PlainRod>, vertices);
    benchmark::RegisterBenchmark((group + "/plain loop of a round wire").c_str(), plain<PlainWire>, vertices);
    benchmark::RegisterBenchmark((group + "/ours implicit").c_str(), implicit, vertices);
  }
  benchmark::RegisterBenchmark("a second of a rubber band of 50 vertices/ours", second_of, rubber_band, false);
  benchmark::RegisterBenchmark("a second of a metal string of 100 vertices/ours", second_of, metal_string, false);
  benchmark::RegisterBenchmark("a second of a slinky of 200 vertices/ours", second_of, slinky, false);
  benchmark::RegisterBenchmark("a second of a slinky of 200 vertices/ours with contact", second_of, slinky, true);
  return true;
}();

}  // namespace
}  // namespace resound::bench
