#include "solid/solid_stepper.h"

#include <doctest/doctest.h>

#include <chrono>
#include <cmath>
#include <numbers>
#include <set>
#include <stdexcept>
#include <thread>

#include "base/parallel.h"
#include "geometry/linear_tets.h"
#include "geometry/shape_bricks.h"
#include "geometry/shape_tets.h"
#include "solid/preload.h"
#include "solid/stable_step.h"
#include "solid_probe.h"

namespace resound {
namespace {

constexpr BarShape kBar{0.1, 0.02, 0.01};  // [m]

std::vector<ElasticSolid> bars(const SolidMaterial& material = {}) {
  const BrickMesh bricks = brick_mesh(kBar, BrickCounts{6, 2, 1});
  std::vector<ElasticSolid> all;
  all.emplace_back(linear_tets(bricks), material);
  all.emplace_back(tet_mesh(kBar, 0.02), material);
  all.emplace_back(bricks, material);
  return all;
}

std::vector<int> left_end(const ElasticSolid& solid) {
  return nodes_where(solid, [](const Vec3& p) { return p.x < -0.0499; });
}

void set_velocity(SolidStepper& stepper, const std::vector<double>& motion, double scale) {
  for (std::size_t i = 0; i < motion.size(); ++i) stepper.velocity_to_set()[i] = scale * motion[i];
}

struct Momentum {
  Vec3 linear, angular;
};
Momentum momentum_of(const SolidStepper& stepper) {
  Momentum sum;
  for (std::size_t node = 0; node < stepper.nodes(); ++node) {
    const Vec3 p = stepper.mass()[node] * vector_at(stepper.velocity(), node);
    sum.linear += p;
    sum.angular += cross(vector_at(stepper.position(), node), p);
  }
  return sum;
}

}  // namespace

TEST_CASE("a step two per cent beyond 2 / omega blows up, one two per cent below does not") {
  for (const ElasticSolid& solid : bars()) {
    const std::vector<int> held = left_end(solid);
    const DenseModes modes = dense_modes(solid, held);
    const double bound = 2 / modes.omega.back();  // [s]
    const auto energy_after = [&](double share) {
      SolidStepper stepper({&solid}, share * bound);
      stepper.hold(held);
      const NodeVectors shake = shaken(solid.nodes(), 1e-6, 4);
      set_velocity(stepper, shake, 1);
      stepper.hold(held);  // these do not take part
      const double before = stepper.kinetic_energy();
      stepper.advance(3000);
      return stepper.kinetic_energy() / before;
    };
    CHECK(energy_after(0.98) < 30);  // the staggered energy of the highest modes ripples by 1 / (1 - 0.98^2)
    const double blown = energy_after(1.02);
    CHECK((blown > 1e6 || std::isnan(blown)));
  }
}

TEST_CASE("a mode swings at its frequency and dies as its damping says") {
  const SolidMaterial material{.strain_damping = 2e-6, .mass_damping = 300};
  for (const ElasticSolid& solid : bars(material)) {
    const std::vector<int> held = left_end(solid);
    const DenseModes modes = dense_modes(solid, held);
    const double omega = modes.omega[0];
    const double step = 0.5 * stable_step(modes.omega.back(), material);
    SolidStepper stepper({&solid}, step);
    stepper.hold(held);
    set_velocity(stepper, modes.motion[0], 1e-6);
    // amplitude of the mode from its displacement and velocity, through the masses
    const auto amplitude = [&] {
      double a = 0, b = 0;
      const NodeVectors rest = solid.rest();
      for (std::size_t node = 0; node < solid.nodes(); ++node) {
        const Vec3 m = solid.mass()[node] * vector_at(modes.motion[0], node);
        a += dot(m, vector_at(stepper.position(), node) - vector_at(rest, node));
        b += dot(m, vector_at(stepper.velocity(), node));
      }
      return std::hypot(omega * a, b);
    };
    const double begin = amplitude();
    const int periods = 5, steps = static_cast<int>(std::lround(periods * 2 * std::numbers::pi / omega / step));
    stepper.advance(steps);
    const double rate = material.strain_damping * omega * omega / 2 + material.mass_damping / 2;  // [1/s]
    CHECK(std::log(begin / amplitude()) == doctest::Approx(rate * steps * step).epsilon(0.01));
  }
}

TEST_CASE("a spinning struck bar in free flight keeps its momentum and its angular momentum") {
  for (const ElasticSolid& solid : bars()) {
    SolidStepper stepper({&solid}, 0.5 * stable_step(highest_frequency(solid), solid.material()));
    const std::size_t count = solid.nodes();
    for (std::size_t node = 0; node < count; ++node)
      set_vector(stepper.velocity_to_set(), node,
                 Vec3{1, 2, -1} + cross(Vec3{300, 500, -200}, vector_at(solid.rest(), node)));
    add_vector(stepper.velocity_to_set(), count / 3, {0, 0, 20});  // the blow
    const Momentum before = momentum_of(stepper);
    stepper.advance(20000);
    const Momentum after = momentum_of(stepper);
    CHECK(length(after.linear - before.linear) < 1e-10 * length(before.linear));
    CHECK(length(after.angular - before.angular) < 1e-10 * length(before.angular));
  }
}

TEST_CASE("one thread and several give the same bits") {
  const ElasticSolid solid(linear_tets(brick_mesh(PlateShape{0.1, 0.1, 0.004}, BrickCounts{20, 20, 1})),
                           {.strain_damping = 1e-8, .mass_damping = 3});
  const ElasticSolid other(brick_mesh(PlateShape{0.1, 0.1, 0.004}, BrickCounts{12, 12, 1}), {.strain_damping = 1e-8});
  const ElasticSolid third(tet_mesh(PlateShape{0.1, 0.1, 0.01}, 0.02), {.strain_damping = 1e-8});
  std::set<std::thread::id> workers;  // of the last list, in all runs
  // `speeds`: how fast the threads are taken to be, one after the other in each block
  const auto run = [&](int threads, const std::vector<std::vector<double>>& speeds = {}, bool in_pairs = false) {
    const ThreadLimit limit(threads);
    SolidStepper stepper({&solid, &other, &third}, 5e-8);
    REQUIRE(stepper.threads() == static_cast<std::size_t>(threads));
    const auto last = static_cast<int>(stepper.nodes()) - 1;
    const PairFilter pairs{.outer = 0.15, .inner = 0.35};
    stepper.record({{3, 5, 400}, {last}}, in_pairs ? std::optional(pairs) : std::nullopt);
    stepper.let_fall(1, {1, 0, -9.81});
    stepper.drive({10, 11},
                  [](const SolidStepper::Now& now, std::span<double> v) { v[2] = 0.01 * now.step, v[4] = 1; });
    stepper.after_steps([&](std::size_t list) {
      if (list == 1) workers.insert(std::this_thread::get_id());
    });
    std::vector<double> all;
    for (int block = 0; block < 8; ++block) {
      if (!speeds.empty()) stepper.divide(speeds[static_cast<std::size_t>(block) % speeds.size()]);
      if (block == 3) set_vector(stepper.velocity_to_set(), 50, {0.1, 0.2, 0.3});
      const int steps = in_pairs ? 37 : 40;  // odd: pairs lie across calls
      std::vector<float> three(40 * 9), one(40 * 3);
      stepper.write_to(0, three.data());
      stepper.write_to(1, one.data());
      stepper.advance(steps, [&](const SolidStepper::Now& now, NodePushes& pushes) {
        for (std::size_t node = 0; node < stepper.nodes(); node += 7)
          pushes.push_back({node, {1e-3 * now.velocity[node].x, 1e-3 * now.position[node].y, -1e-3 * now.step}});
        pushes.push_back({100, {now.fastest, 0, 0}});
      });
      all.insert(all.end(), three.begin(), three.end());
      all.insert(all.end(), one.begin(), one.end());
    }
    all.insert(all.end(), stepper.position().begin(), stepper.position().end());
    all.push_back(stepper.work_of_drive());
    return all;
  };
  const std::vector<double> one = run(1);
  REQUIRE(one.size() > 8 * 40 * 12);
  for (const int threads : {2, 3}) CHECK(run(threads) == one);
  for (int again = 0; again < 20 && workers.size() < 2; ++again) CHECK(run(2) == one);
  WARN(workers.size() > 1);  // on a crowded machine the caller may have gone alone every time
  CHECK(run(2, {{1, 3}, {5, 1}, {1, 1000}}) == one);
  CHECK(run(3, {{1, 1, 8}, {1, 8, 1}}) == one);
  const std::vector<double> pairs = run(1, {}, true);
  REQUIRE(pairs != one);
  CHECK(run(2, {}, true) == pairs);
  CHECK(run(2, {{1, 3}, {5, 1}, {1, 1000}}, true) == pairs);
  CHECK(run(3, {{1, 1, 8}, {1, 8, 1}}, true) == pairs);
}

TEST_CASE("what is written down are the velocities of each step, rounded, and nothing beyond them") {
  const ElasticSolid solid(linear_tets(brick_mesh(PlateShape{0.1, 0.1, 0.004}, BrickCounts{20, 20, 1})), {});
  std::vector<std::vector<int>> lists{{5, 6, 7, 3, 2}, {}, {400}};
  for (int node = 20; node < 300; node += node < 100 ? 3 : 1) lists[1].push_back(node);
  for (const int threads : {1, 2}) {
    CAPTURE(threads);
    const ThreadLimit limit(threads);
    SolidStepper stepper({&solid}, 5e-8), single({&solid}, 5e-8);  // takes one step at a time
    stepper.record(lists);
    for (SolidStepper* each : {&stepper, &single})
      for (std::size_t node = 0; node < solid.nodes(); ++node)
        set_vector(each->velocity_to_set(), node, cross(Vec3{30, 50, -20}, vector_at(solid.rest(), node)));
    constexpr float kGuard = 12345;
    for (int call = 0; call < 5; ++call) {
      std::vector<std::vector<float>> frames;
      for (const std::vector<int>& list : lists) frames.emplace_back(2 * 3 * list.size() + 1, kGuard);
      for (std::size_t i = 0; i < lists.size(); ++i) stepper.write_to(i, frames[i].data());
      stepper.advance(2);
      for (std::size_t step : {0, 1}) {
        single.advance(1);
        for (std::size_t i = 0; i < lists.size(); ++i)
          for (std::size_t slot = 0; slot < lists[i].size(); ++slot) {
            const float* written = frames[i].data() + 3 * (step * lists[i].size() + slot);
            const Vec3 v = vector_at(single.velocity(), static_cast<std::size_t>(lists[i][slot]));
            CHECK(written[0] == static_cast<float>(v.x));
            CHECK(written[1] == static_cast<float>(v.y));
            CHECK(written[2] == static_cast<float>(v.z));
          }
      }
      for (const std::vector<float>& list : frames) CHECK(list.back() == kGuard);
    }
  }
}

TEST_CASE(
    "pairs of steps are written down as the filter makes them of the single steps, however these are called for") {
  const ElasticSolid solid(linear_tets(brick_mesh(PlateShape{0.1, 0.1, 0.004}, BrickCounts{20, 20, 1})), {});
  const std::vector<int> list{5, 6, 7, 3, 2, 400, 401};
  const std::size_t row = 3 * list.size();
  const PairFilter pairs{.outer = 0.15, .inner = 0.35};
  const auto stepper_on = [&](int threads) {  // it keeps its threads beyond the limit
    const ThreadLimit limit(threads);
    SolidStepper stepper({&solid}, 5e-8);
    set_velocity(stepper, shaken(solid.nodes(), 1, 9), 1);  // each on its own: they change much from step to step
    return stepper;
  };
  constexpr int kSteps = 40;
  std::vector<double> single;  // three steps before the first, as if it had always moved so; then each step
  SolidStepper plain = stepper_on(1);
  for (int step = -3; step < kSteps; ++step) {
    if (step >= 0) plain.advance(1);
    for (const int node : list) {
      const Vec3 v = vector_at(plain.velocity(), static_cast<std::size_t>(node));
      single.insert(single.end(), {v.x, v.y, v.z});
    }
  }
  std::vector<double> wanted;
  for (std::size_t frame = 0; frame < kSteps / 2; ++frame)
    for (std::size_t i = 2 * frame * row + row; i < 2 * frame * row + 2 * row; ++i)
      wanted.push_back(pairs.outer * (single[i] + single[i + 3 * row]) +
                       pairs.inner * (single[i + row] + single[i + 2 * row]));

  for (const int threads : {1, 2, 3})
    for (const std::vector<int>& calls : {std::vector{40}, {3, 7, 1, 1, 5, 23}, {7, 7, 7, 7, 7, 5}}) {
      CAPTURE(threads);
      CAPTURE(calls.size());
      SolidStepper stepper = stepper_on(threads);
      stepper.record({list}, pairs);
      std::vector<float> frames;
      for (std::size_t call = 0; call < calls.size(); ++call) {
        if (call == 1) {  // saved within a pair, and loaded into one with other threads
          StateArchive saved;
          stepper.archive(saved);
          stepper = stepper_on(4 - threads);
          stepper.record({list}, pairs);
          StateArchive loaded(saved.bytes());
          stepper.archive(loaded);
          CHECK(loaded.is_exhausted());
        }
        if (call == 2) stepper.divide(std::vector<double>(stepper.threads(), 1));
        std::vector<float> here(static_cast<std::size_t>(stepper.frames_in(calls[call])) * row + 1, 12345);
        stepper.write_to(0, here.data());
        stepper.advance(calls[call]);
        CHECK(here.back() == 12345);
        frames.insert(frames.end(), here.begin(), here.end() - 1);
      }
      REQUIRE(frames.size() == wanted.size());
      for (std::size_t i = 0; i < wanted.size(); ++i) CHECK(frames[i] == doctest::Approx(wanted[i]).epsilon(1e-7));
    }
}

TEST_CASE("the time that is spent after the steps is counted, and is that of one thread") {
  const ElasticSolid solid(linear_tets(brick_mesh(PlateShape{0.1, 0.1, 0.004}, BrickCounts{20, 20, 1})), {});
  const ThreadLimit limit(2);
  SolidStepper stepper({&solid}, 5e-8);
  stepper.record({{1}, {static_cast<int>(solid.nodes()) - 1}});
  std::vector<float> frames(2 * 3);
  for (const std::size_t list : {0, 1}) stepper.write_to(list, frames.data() + 3 * list);
  stepper.advance(1);
  CHECK(stepper.time_after_steps() == 0);
  const auto begin = std::chrono::steady_clock::now();
  stepper.after_steps([](std::size_t) { std::this_thread::sleep_for(std::chrono::milliseconds(2)); });
  for (int call = 0; call < 5; ++call) stepper.advance(1);
  const double all = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  CHECK(stepper.time_after_steps() >= 5 * 0.002);
  CHECK(stepper.time_after_steps() <= all);
}

TEST_CASE("driven nodes go where they are driven, and the work done on them is the energy gained") {
  for (const ElasticSolid& solid : bars()) {
    SolidStepper stepper({&solid}, 0.3 * stable_step(highest_frequency(solid), solid.material()));
    const std::vector<int> held = left_end(solid);
    const std::vector<int> end = nodes_where(solid, [](const Vec3& p) { return p.x > 0.0499; });
    stepper.hold(held);
    int done = 0;
    const double period = 2000 * stepper.step();
    stepper.drive(end, [&](const SolidStepper::Now& now, std::span<double> velocity) {
      const double time = (done + now.step) * stepper.step();
      for (std::size_t i = 0; i < end.size(); ++i)
        set_vector(velocity, i, {0, 0, 0.05 * std::sin(2 * std::numbers::pi * time / period)});
    });
    const std::size_t node = static_cast<std::size_t>(end[0]);
    const double z = vector_at(stepper.position(), node).z;
    double farthest = 0;
    for (; done < 3000; done += 10) {
      stepper.advance(10);
      farthest = std::max(farthest, vector_at(stepper.position(), node).z - z);
    }
    CHECK(farthest == doctest::Approx(0.05 * period / std::numbers::pi).epsilon(1e-3));
    const double gained = stepper.kinetic_energy() + stepper.elastic_energy();
    CHECK(stepper.work_of_drive() == doctest::Approx(gained).epsilon(0.02));
  }
}

TEST_CASE("forces of the hook are Newton's: a free body falls") {
  const ElasticSolid solid(brick_mesh(kBar, BrickCounts{4, 1, 1}), {});
  SolidStepper stepper({&solid}, 1e-6);
  const int steps = 1000;
  stepper.advance(steps, [&](const SolidStepper::Now&, NodePushes& pushes) {
    for (std::size_t node = 0; node < stepper.nodes(); ++node)
      for (const double part : {0.25, 0.75}) pushes.push_back({node, {0, 0, -part * 9.81 * stepper.mass()[node]}});
  });
  SolidStepper heavy({&solid}, 1e-6);
  heavy.let_fall(0, {0, 0, -9.81});
  heavy.advance(steps);
  CHECK(heavy.velocity()[2] == doctest::Approx(stepper.velocity()[2]).epsilon(1e-12));
  const double time = steps * stepper.step();
  CHECK(stepper.velocity()[2] == doctest::Approx(-9.81 * time).epsilon(1e-9));
  CHECK(vector_at(stepper.position(), 0).z - vector_at(solid.rest(), 0).z ==
        doctest::Approx(-9.81 * time * (time + stepper.step()) / 2).epsilon(1e-6));
  CHECK(stepper.fastest() == doctest::Approx(9.81 * time).epsilon(1e-6));
}

TEST_CASE("a hook that throws leaves all as before its step") {
  const ElasticSolid solid(brick_mesh(PlateShape{0.1, 0.1, 0.004}, BrickCounts{24, 24, 1}), {.strain_damping = 1e-8});
  for (const int threads : {1, 2}) {
    const ThreadLimit limit(threads);
    SolidStepper stepper({&solid}, 1e-7), other({&solid}, 1e-7);
    for (SolidStepper* each : {&stepper, &other}) set_velocity(*each, shaken(solid.nodes(), 1, 9), 1);
    stepper.advance(5), other.advance(5);
    CHECK_THROWS_AS(stepper.advance(20,
                                    [](const SolidStepper::Now& now, NodePushes&) {
                                      if (now.step == 7) throw std::runtime_error("enough");
                                    }),
                    std::runtime_error);
    other.advance(7);
    CHECK(std::ranges::equal(stepper.position(), other.position()));
    CHECK(std::ranges::equal(stepper.velocity(), other.velocity()));
    stepper.advance(20), other.advance(20);
    CHECK(std::ranges::equal(stepper.position(), other.position()));
  }
}

TEST_CASE("a state saved and loaded goes on with the same bits") {
  const ElasticSolid solid(brick_mesh(PlateShape{0.1, 0.1, 0.004}, BrickCounts{24, 24, 1}), {.strain_damping = 1e-8});
  const auto stepper_on = [&](int threads) {  // it keeps its threads beyond the limit
    const ThreadLimit limit(threads);
    SolidStepper stepper({&solid}, 1e-7);
    set_velocity(stepper, shaken(solid.nodes(), 1, 9), 1);
    return stepper;
  };
  for (const int threads : {1, 2})
    for (const int steps : {0, 51}) {
      SolidStepper stepper = stepper_on(threads), never_saved = stepper_on(threads), other = stepper_on(3 - threads);
      stepper.advance(steps), never_saved.advance(steps);
      StateArchive saved;
      stepper.archive(saved);
      StateArchive loaded(saved.bytes());
      other.archive(loaded);
      for (SolidStepper* each : {&stepper, &never_saved, &other}) each->advance(50);
      CHECK(std::ranges::equal(stepper.position(), never_saved.position()));
      CHECK(std::ranges::equal(other.position(), never_saved.position()));
    }
}

TEST_CASE("a clamped bar at rest under its weight hangs as deep as the beam says, and stays there") {
  for (const ElasticSolid& solid : bars()) {
    const std::vector<int> held = left_end(solid);
    NodeVectors position = solid.rest();
    const Preload preload = settle(solid, held, position);
    CHECK(preload.is_settled);
    CHECK(preload.residual < 1e-4);
    SolidStepper stepper({&solid}, 0.9 * stable_step(highest_frequency(solid, held), solid.material()));
    stepper.hold(held);
    std::ranges::copy(position, stepper.position_to_set().begin());
    const std::size_t tip = static_cast<std::size_t>(nodes_where(solid, [](const Vec3& p) { return p.x > 0.0499; })[0]);
    const double sag = vector_at(solid.rest(), tip).z - vector_at(position, tip).z;
    CHECK(sag > 0);
    stepper.let_fall(0, {0, 0, -9.81});
    stepper.advance(20000);
    CHECK(std::abs(stepper.position()[4 * tip + 2] - position[4 * tip + 2]) < 1e-3 * sag);
    if (solid.elements() == 12) {  // bricks do not lock: rho g A L^4 / 8 E I, and some shear
      const double beam = 2700 * 9.81 * std::pow(kBar.length, 4) * 12 / (8 * 70e9 * std::pow(kBar.thickness, 2));
      CHECK(sag == doctest::Approx(beam).epsilon(0.03));
    }
  }
}

TEST_CASE("what has been stopped is not damped: its forces are those of its shape alone") {
  for (const ElasticSolid& solid : bars({.strain_damping = 1e-7})) {
    SolidStepper stepper({&solid}, 0.5 * stable_step(highest_frequency(solid), solid.material()));
    set_velocity(stepper, shaken(solid.nodes(), 1, 9), 1);
    stepper.advance(10);
    const NodeVectors here(stepper.position().begin(), stepper.position().end());
    stepper.stand_still();
    stepper.advance(1);
    const NodeVectors elastic = forces_of(solid, here);
    const NodeVectors acting(stepper.force().begin(), stepper.force().end());
    CHECK(largest_of(plus(acting, elastic, -1)) < 1e-12 * largest_of(elastic));
  }
}

TEST_SUITE("slow") {
  TEST_CASE("the energy of an undamped ringing bar drifts by less than 1e-4 in a second") {
    for (const ElasticSolid& solid : bars()) {
      const std::vector<int> held = left_end(solid);
      SolidStepper stepper({&solid}, 0.8 * stable_step(highest_frequency(solid, held), solid.material()));
      const DenseModes modes = dense_modes(solid, held);
      set_velocity(stepper, modes.motion[0], 1e-4);
      stepper.hold(held);
      const auto mean_energy = [&] {  // over a few periods: with staggered velocities the value ripples
        double sum = 0;
        const int looks = 400,
                  apart = static_cast<int>(10 * 2 * std::numbers::pi / modes.omega[0] / stepper.step() / looks);
        for (int i = 0; i < looks; ++i) {
          stepper.advance(apart);
          sum += stepper.kinetic_energy() + stepper.elastic_energy();
        }
        return sum / looks;
      };
      const double begin = mean_energy();
      stepper.advance(static_cast<int>(1 / stepper.step()));
      CHECK(mean_energy() == doctest::Approx(begin).epsilon(1e-4));
    }
  }
}

}  // namespace resound
