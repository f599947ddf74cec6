#include "rod/rod_stepper.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "base/parallel.h"
#include "emission/csv.h"
#include "numerics/gravity.h"
#include "numerics/pi.h"
#include "rod/rod_stable_step.h"
#include "rod_probe.h"

namespace resound {
namespace {

const RodMaterial kGum{.young_modulus = 1e6, .poisson_ratio = 0.4, .density = 1000};

double cents(double ratio) { return 1200 * std::log2(ratio); }

// Two masses between walls that swing against each other along the rod, at exactly `hertz`: 3 EA / (mu h^2) = omega^2.
double measured_line(RodIntegrator integrator, double hertz, double rate, double about = 1) {
  const double h = 0.1, density = 1000, omega = kTurn * hertz;
  const RodMaterial material{.young_modulus = density * h * h * omega * omega / 3, .density = density};
  const ElasticRod rod(straight_rod({0, 0, 0}, {3 * h, 0, 0}, 3), RodSection{.a = 1e-4, .b = 1e-4}, material);
  RodStepper stepper({&rod}, {.step = 1 / rate, .integrator = integrator});
  stepper.hold_ends(0, {RodEnd::pinned, RodEnd::pinned});
  stepper.velocity(0).set(1, {1e-3 * omega * h, 0, 0}), stepper.velocity(0).set(2, {-1e-3 * omega * h, 0, 0});
  const int steps = static_cast<int>(rate * std::max(0.02, 60 / hertz));
  stepper.record({{RodQuantity::position, {{0, 1}}}});
  stepper.advance(steps);
  std::vector<double> x;
  for (int i = 0; i < steps; ++i) x.push_back(stepper.recorded(0)[3 * static_cast<std::size_t>(i)] - h);
  return line_near(x, 1 / rate, about * hertz);
}

// A straight rod with a smooth motion that each strain lives on, whose shape is exact on the grid.
struct Decay {
  RodMaterial material;
  RodSection section{.a = 1e-3, .b = 1e-3};
  double length = 0.3;
  int edges = 30;
  double drawn_to = 0;  // [m]  0: not
  enum class Kind { bend, stretch, twist } kind = Kind::bend;
};
double decay_of(const Decay& decay, double omega, int periods, RodIntegrator integrator) {
  const ElasticRod rod(straight_rod({0, 0, 0}, {decay.length, 0, 0}, decay.edges), decay.section, decay.material);
  const double to = decay.drawn_to > 0 ? decay.drawn_to : decay.length;
  const RodState start = placed(rod, stretched_line(rod, {0, 0, 0}, {to, 0, 0}));
  RodStepper stepper({&rod}, {.step = 0.25 * stable_step(rod, start), .integrator = integrator});
  RodState moving = start;
  const bool is_twist = decay.kind == Decay::Kind::twist;
  for (std::size_t i = 0; i < rod.vertices(); ++i) {
    const double s = std::sin(kPi * static_cast<double>(i) / decay.edges) * 1e-6 * omega;
    if (decay.kind == Decay::Kind::bend) moving.velocity[i] = {0, 0, s};
    if (decay.kind == Decay::Kind::stretch) moving.velocity[i] = {s, 0, 0};
  }
  for (std::size_t i = 0; is_twist && i < rod.edges().size(); ++i)
    moving.spin[i] = 1e-3 * omega * std::cos(kPi * (static_cast<double>(i) + 0.5) / decay.edges);
  stepper.set_state(0, moving);
  stepper.hold_ends(0, {RodEnd::pinned, RodEnd::pinned});
  const auto amplitude = [&] {
    double a = 0, b = 0;
    const RodState now = stepper.state(0);
    for (std::size_t i = 0; i < rod.vertices(); ++i) {
      const double s = std::sin(kPi * static_cast<double>(i) / decay.edges);
      const bool is_bend = decay.kind == Decay::Kind::bend;
      if (!is_twist) a += s * (is_bend ? now.position[i].z : now.position[i].x - start.position[i].x);
      if (!is_twist) b += s * (is_bend ? now.velocity[i].z : now.velocity[i].x);
      if (is_twist) a -= s * now.twist[i] / (2 * std::sin(kPi / (2 * decay.edges)));
    }
    for (std::size_t i = 0; is_twist && i < rod.edges().size(); ++i)
      b += now.spin[i] * std::cos(kPi * (static_cast<double>(i) + 0.5) / decay.edges);
    // the velocities are half a step old
    const double lag = integrator == RodIntegrator::leapfrog ? omega * stepper.step() / 2 : 0;
    const double behind = a * std::cos(lag) - b / omega * std::sin(lag);
    return std::hypot(omega * behind, b);
  };
  const double begin = amplitude();
  const int steps = static_cast<int>(std::lround(periods * kTurn / omega / stepper.step()));
  stepper.advance(steps);
  return std::log(begin / amplitude()) / (steps * stepper.step());
}

}  // namespace

TEST_CASE("leapfrog sharpens a mode by the tabled cents") {
  for (const auto& row : read_csv("integrator_error.csv")) {
    const double rate = std::stod(row[0]), hertz = std::stod(row[1]), expected = std::stod(row[2]);
    const double found = cents(measured_line(RodIntegrator::leapfrog, hertz, rate, std::exp2(expected / 1200)) / hertz);
    CHECK(found == doctest::Approx(expected).epsilon(1e-3 + 0.001 / expected));
  }
}

TEST_CASE("the implicit midpoint flattens a mode by the tabled cents") {
  for (const auto& row : read_csv("integrator_error.csv")) {
    const double rate = std::stod(row[0]), hertz = std::stod(row[1]), expected = std::stod(row[3]);
    const double about = std::exp2(expected / 1200);
    const double found = cents(measured_line(RodIntegrator::implicit_midpoint, hertz, rate, about) / hertz);
    CHECK(found == doctest::Approx(expected).epsilon(1e-3 - 0.001 / expected));
  }
}

TEST_CASE("halving the step divides the error of a mode by four") {
  const double coarse = cents(measured_line(RodIntegrator::leapfrog, 1000, 40000) / 1000);
  const double fine = cents(measured_line(RodIntegrator::leapfrog, 1000, 80000) / 1000);
  CHECK(coarse / fine == doctest::Approx(4).epsilon(0.02));
  const double coarse_middle = cents(measured_line(RodIntegrator::implicit_midpoint, 1000, 40000) / 1000);
  const double fine_middle = cents(measured_line(RodIntegrator::implicit_midpoint, 1000, 80000) / 1000);
  CHECK(coarse_middle / fine_middle == doctest::Approx(4).epsilon(0.02));
}

TEST_CASE("modes of bending, stretch and twist die as alpha / 2 + tau omega^2 / 2") {
  const double h = 0.01, c = std::sqrt(200e9 / 7850), shear = std::sqrt(kSteel.shear_modulus() / 7850);
  const double wave = 2 * std::sin(kPi / 60) / h;  // [1/m]  of the longest half wave on the grid
  for (const RodIntegrator integrator : {RodIntegrator::leapfrog, RodIntegrator::implicit_midpoint}) {
    const bool is_explicit = integrator == RodIntegrator::leapfrog;
    for (const bool by_mass : {false, true}) {
      Decay decay;
      decay.material = kSteel;
      const double alpha = by_mass ? 40 : 0;
      decay.material.mass_damping = alpha;
      {
        decay.kind = Decay::Kind::bend;
        const double omega = c * 0.5e-3 * wave * wave, tau = by_mass ? 0 : 2e-4;
        decay.material.bend_damping = tau;
        const double expected = alpha / 2 + tau * omega * omega / 2;
        if (is_explicit) CHECK(decay_of(decay, omega, 5, integrator) == doctest::Approx(expected).epsilon(0.02));
        decay.material.bend_damping = 0;
      }
      {
        decay.kind = Decay::Kind::stretch;
        const double omega = c * wave, tau = by_mass ? 0 : 2e-8;
        decay.material.stretch_damping = tau;
        const double expected = alpha / 2 + tau * omega * omega / 2;
        CHECK(decay_of(decay, omega, 20, integrator) == doctest::Approx(expected).epsilon(0.01));
        decay.material.stretch_damping = 0;
      }
      {
        decay.kind = Decay::Kind::twist;
        const double omega = shear * wave, tau = by_mass ? 0 : 5e-8;
        decay.material.twist_damping = tau;
        const double expected = alpha / 2 + tau * omega * omega / 2;
        CHECK(decay_of(decay, omega, 20, integrator) == doctest::Approx(expected).epsilon(0.01));
      }
    }
  }
}

TEST_CASE("a taut string dies as tau omega^2 / 2 by the damping of its tension and hardly by that of its bending") {
  Decay decay{.material = kGum, .section = {.a = 1e-4, .b = 1e-4}, .length = 0.3, .edges = 30, .drawn_to = 0.45};
  const double tension = 1e6 * kPi * 1e-8 * 0.5, mass = 1000 * kPi * 1e-8 * 0.3;  // [N], [kg]
  const double omega = std::sqrt(tension * 30 / 0.45 * 30 / mass) * 2 * std::sin(kPi / 60);
  decay.material.tension_damping = 1e-4;
  for (const RodIntegrator integrator : {RodIntegrator::leapfrog, RodIntegrator::implicit_midpoint})
    CHECK(decay_of(decay, omega, 5, integrator) == doctest::Approx(1e-4 * omega * omega / 2).epsilon(0.02));
  decay.material.tension_damping = 0, decay.material.bend_damping = 1e-4;
  CHECK(decay_of(decay, omega, 5, RodIntegrator::leapfrog) < 0.02 * 1e-4 * omega * omega / 2);
}

TEST_CASE("a step two per cent beyond the bound blows up and one at the advised size does not") {
  for (const double share : {0.8, 1.02}) {
    // a chain that swings along itself: the bound of stretch is sharp
    const ElasticRod rod(straight_rod({0, 0, 0}, {1, 0, 0}, 40), RodSection{.a = 1e-3, .b = 1e-3}, kGum);
    const double step = share * step_bounds(rod, at_rest(rod)).least();
    if (share > 1) {
      CHECK_THROWS(RodStepper({&rod}, {.step = step}));
      continue;
    }
    RodStepper stepper({&rod}, {.step = step});
    for (std::size_t i = 0; i <= 40; ++i)
      stepper.velocity(0).set(
          i, {1e-3 * std::sin(17.0 * static_cast<double>(i * i)), 0, 1e-4 * std::cos(29.0 * static_cast<double>(i))});
    const double before = stepper.energy(0).all();
    stepper.advance(20000);
    CHECK(stepper.energy(0).all() < 5 * before);
  }
}

TEST_CASE("a spinning bent ring in free flight keeps its momentum and its angular momentum") {
  const ElasticRod rod = random_rod(true, kGum, 11);
  RodStepper stepper({&rod}, {.step = 1e-6});
  for (std::size_t i = 0; i < rod.vertices(); ++i)
    stepper.velocity(0).set(i, Vec3{1, 2, -1} + cross(Vec3{3, 5, -20}, stepper.position(0)[i]));
  const auto momenta = [&] {
    std::pair<Vec3, Vec3> sum;
    const RodState state = stepper.state(0);
    for (std::size_t i = 0; i < rod.vertices(); ++i) {
      const Vec3 p = rod.cells()[i].mass * state.velocity[i];
      sum.first += p, sum.second += cross(state.position[i], p);
    }
    return sum;
  };
  stepper.advance(1);
  const auto before = momenta();
  stepper.advance(30000);
  const auto after = momenta();
  CHECK(length(after.first - before.first) < 1e-10 * length(before.first));
  // the spins about the edges carry a little of it
  CHECK(length(after.second - before.second) < 5e-3 * length(before.second));
}

TEST_CASE("a rod falls freely under gravity and hangs on a driven end") {
  const ElasticRod rod(straight_rod({0, 0, 0}, {1, 0, 0}, 20), RodSection{.a = 1e-3, .b = 1e-3}, kGum);
  RodStepper stepper({&rod}, {.step = 1e-5, .gravity = {0, 0, -kGravity}});
  stepper.advance(1000);
  CHECK(stepper.position(0)[7].z == doctest::Approx(-kGravity * 0.01 * 0.01001 / 2).epsilon(1e-6));
  CHECK(stepper.fastest() == doctest::Approx(kGravity * 0.01).epsilon(1e-6));
}

TEST_CASE("driven vertices go where they are driven, and the work done on them is the energy gained") {
  for (const RodIntegrator integrator : {RodIntegrator::leapfrog, RodIntegrator::implicit_midpoint}) {
    const ElasticRod rod(straight_rod({0, 0, 0}, {0.3, 0, 0}, 20), RodSection{.a = 2e-3, .b = 1e-3}, kGum);
    RodStepper stepper({&rod}, {.step = 2e-5, .integrator = integrator});
    stepper.clamp(0, false);
    const double period = 0.05;
    stepper.drive({{0, 20}}, [&](int step, std::span<Vec3> velocity) {
      velocity[0] = {0, 0, 0.5 * std::sin(kTurn * step * 2e-5 / period)};
    });
    stepper.advance(1250);
    CHECK(stepper.position(0)[20].z == doctest::Approx(0.5 * period / kPi).epsilon(2e-3));
    CHECK(stepper.work_of_drive() == doctest::Approx(stepper.energy(0).all()).epsilon(0.01));
  }
}

TEST_CASE("the recorded acceleration is the change of the recorded velocity, and a held end tells its force") {
  RodMaterial material = kGum;
  material.mass_damping = 20;
  const ElasticRod rod(straight_rod({0, 0, 0}, {0.3, 0, 0}, 20), RodSection{.a = 2e-3, .b = 1e-3}, material);
  RodStepper stepper({&rod}, {.step = 1e-5});
  stepper.set_state(0, placed(rod, triangle_line(rod, {0, 0, 0}, {0.33, 0, 0}, 0.3, {0, 0, 0.02})));
  stepper.hold_ends(0, {RodEnd::pinned, RodEnd::pinned});
  stepper.record({{RodQuantity::velocity, {{0, 7}}}, {RodQuantity::force, {{0, 0}}}});
  stepper.record_accelerations();
  stepper.advance(500);
  for (std::size_t i = 3; i < 1500; ++i)  // x, y and z of a step lie a row of vertices apart
    CHECK(stepper.accelerations(0)[i * stepper.acceleration_row(0) + 7] ==
          doctest::Approx((stepper.recorded(0)[i] - stepper.recorded(0)[i - 3]) / 1e-5).epsilon(1e-7));
  CHECK(stepper.recorded(1)[0] == doctest::Approx(rod.tension(0, stepper.stretch(0, 0))).epsilon(0.1));
}

TEST_CASE(
    "a rod that nothing holds falls as a stone does, whatever its damping, and still comes to rest within itself") {
  RodMaterial material = kGum;
  material.mass_damping = 30;
  const ElasticRod rod(straight_rod({0, 0, 0}, {0.3, 0, 0}, 20), RodSection{.a = 2e-3, .b = 2e-3}, material);
  RodStepper stepper({&rod}, {.step = 1e-5, .gravity = {0, 0, -kGravity}});
  stepper.velocity(0).set(10, {0, 0.5, 0});
  const double swing = stepper.energy(0).all();
  for (int sample = 0; sample < 10'000; sample += 2) stepper.advance(2);
  double middle = 0, mass = 0, inner = 0;
  Vec3 momentum;
  for (std::size_t i = 0; i < rod.vertices(); ++i) {
    const double m = rod.cells()[i].mass;
    middle += m * stepper.position(0)[i].z, mass += m, momentum += m * stepper.velocity(0)[i];
  }
  for (std::size_t i = 0; i < rod.vertices(); ++i) {
    const Vec3 within = stepper.velocity(0)[i] - momentum / mass;
    inner += rod.cells()[i].mass * dot(within, within) / 2;
  }
  CHECK(middle / mass == doctest::Approx(-kGravity * 0.1 * 0.1 / 2).epsilon(1e-3));
  CHECK(inner < 0.06 * swing);  // e^{-3}, and what its flight took along
}

TEST_CASE("one thread and several give the same bits") {
  const ElasticRod one(helix_rod({.radius = 0.03, .pitch = 4e-3, .turns = 10, .edges_a_turn = 20}),
                       RodSection{.a = 1e-3, .b = 0.5e-3}, kGum);
  const ElasticRod other(ring_rod(0.1, 300), RodSection{.a = 2e-3, .b = 1e-3}, kGum);
  const auto run = [&](int threads) {
    const ThreadLimit limit(threads);
    RodStepper stepper({&one, &other, &one}, {.step = 2e-6, .gravity = {0, 0, -kGravity}});
    stepper.clamp(0, false), stepper.hold({1, 0});
    stepper.record({{RodQuantity::velocity, {{0, 7}, {1, 5}, {2, 100}}}});
    stepper.record_accelerations();
    std::vector<double> all;
    for (int block = 0; block < 6; ++block) {
      if (block % 2 == 0)
        stepper.advance(50);
      else
        stepper.advance(50, [&](int step, std::span<const RodPush> pushes) {
          pushes[1].force.add(10, {1e-3 * step, 0, 1e-3});
          pushes[2].torque[3] += 1e-6;
        });
      all.insert(all.end(), stepper.recorded(0).begin(), stepper.recorded(0).end());
      for (std::size_t r = 0; r < 3; ++r)
        all.insert(all.end(), stepper.accelerations(r).begin(), stepper.accelerations(r).end());
    }
    for (std::size_t r = 0; r < 3; ++r) all.insert(all.end(), stepper.position(r).x, stepper.position(r).x + 200);
    return all;
  };
  const std::vector<double> alone = run(1);
  for (const int threads : {2, 3}) CHECK(run(threads) == alone);
}

TEST_CASE("it does not matter at which of its vertices a closed rod begins") {
  for (const StretchLaw law : {StretchLaw::linear, StretchLaw::neo_hookean}) {
    RodMaterial material = kGum;
    material.law = law;
    material.mass_damping = 3;
    material.stretch_damping = material.bend_damping = material.twist_damping = material.tension_damping = 2e-6;
    const std::size_t count = 300, shift = 77;  // several stretches of blocks, cut in different places
    RodShape shape = turned(ring_rod(0.1, static_cast<int>(count)), 0, 6 * kPi * (count - 1) / count), other = shape;
    for (std::size_t i = 0; i < count; ++i) {
      other.vertices[i] = shape.vertices[(i + shift) % count];
      other.directors[i] = shape.directors[(i + shift) % count];
    }
    const RodSection section{.a = 2e-3, .b = 1e-3};
    const ElasticRod one(shape, section, material), two(other, section, material);
    RodStepper stepper({&one, &two}, {.step = 1e-6, .gravity = {0, 0, -kGravity}});
    stepper.hold({0, 0}), stepper.hold({1, static_cast<int>(count - shift)});
    for (std::size_t i = 1; i < count; ++i) {
      const Vec3 v{0, std::sin(0.1 * static_cast<double>(i)), std::cos(0.05 * static_cast<double>(i * i))};
      stepper.velocity(0).set(i, v), stepper.velocity(1).set((i + count - shift) % count, v);
    }
    stepper.set_state(0, stepper.state(0)), stepper.set_state(1, stepper.state(1));
    stepper.advance(2000);
    double most = 0, moved = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Vec3 a = stepper.position(0)[i], b = stepper.position(1)[(i + count - shift) % count];
      most = std::max(most, length(a - b)), moved = std::max(moved, length(a - one.shape().vertices[i]));
    }
    CHECK(moved > 1e-4);
    CHECK(most < 1e-9 * moved);
  }
}

TEST_CASE("a long rod moves as its plain forces say wherever its blocks are cut") {
  const ElasticRod rod(turned(curved_rod(helix_rod({.radius = 0.03, .turns = 20}).vertices), 0, 9),
                       RodSection{RodSection::Kind::rectangle, 2e-3, 1e-3}, kGum);
  const double step = 1e-6;
  RodStepper stepper({&rod}, {.step = step});
  for (std::size_t i = 0; i < rod.vertices(); ++i)
    stepper.velocity(0).set(i, {0, std::sin(0.3 * static_cast<double>(i)), std::cos(0.2 * static_cast<double>(i))});
  for (int round = 0; round < 3; ++round) {
    stepper.advance(200);
    const RodState before = stepper.state(0);
    const RodForces forces = elastic_forces(rod, before);
    stepper.advance(1);
    const RodState after = stepper.state(0);
    for (std::size_t i = 0; i < rod.vertices(); ++i) {
      const Vec3 expected = before.velocity[i] + step / rod.cells()[i].mass * forces.force[i];
      CHECK(length(after.velocity[i] - expected) < 1e-10);
    }
    for (std::size_t i = 0; i < rod.edges().size(); ++i)
      CHECK(after.spin[i] ==
            doctest::Approx(before.spin[i] + step / rod.edges()[i].inertia * forces.torque[i]).epsilon(1e-8));
  }
}

TEST_CASE("the advised step is stable for straight and coiled and closed and tapered and taut rods") {
  const auto check = [](const ElasticRod& rod, const RodState& state) {
    const double fastest = std::sqrt(omega_squared(rod, state, {}).back());
    CHECK(stable_step(rod, state) < 0.95 * 2 / fastest);
    CHECK(stable_step(rod, state) > 0.4 * 2 / fastest);  // and not much smaller than it must be
  };
  const RodSection round{.a = 1e-3, .b = 1e-3}, flat{RodSection::Kind::rectangle, 5e-3, 0.5e-3},
      thick{.a = 0.02, .b = 0.02};
  for (const RodSection& section : {round, flat, thick}) {
    const ElasticRod straight(straight_rod({0, 0, 0}, {1, 0, 0}, 20), section, kGum);
    check(straight, at_rest(straight));
    const ElasticRod coarse(helix_rod({.radius = 0.05, .pitch = 0.03, .turns = 3, .edges_a_turn = 8}), section, kGum);
    check(coarse, at_rest(coarse));
    const ElasticRod strip(helix_rod({.radius = 0.05, .pitch = 0.03, .turns = 3, .edges_a_turn = 12, .is_flat = true}),
                           section, kGum);
    check(strip, at_rest(strip));
    const ElasticRod ring(ring_rod(0.1, 20), section, kGum);
    check(ring, at_rest(ring));
    const ElasticRod taper(straight_rod({0, 0, 0}, {1, 0, 0}, 20),
                           tapered(section, {section.kind, 2 * section.a, 2 * section.b}, 20), kGum);
    check(taper, at_rest(taper));
    RodMaterial rubber = kGum;
    rubber.law = StretchLaw::neo_hookean;
    const ElasticRod band(straight_rod({0, 0, 0}, {1, 0, 0}, 20), section, rubber);
    check(band, placed(band, stretched_line(band, {0, 0, 0}, {2.5, 0, 0})));
    check(straight, placed(straight, stretched_line(straight, {0, 0, 0}, {4, 0, 0})));
  }
}

TEST_CASE("a state saved and loaded goes on with the same bits") {
  for (const RodIntegrator integrator : {RodIntegrator::leapfrog, RodIntegrator::implicit_midpoint})
    for (const bool is_closed : {false, true}) {
      RodMaterial material = kGum;
      material.bend_damping = material.stretch_damping = 1e-6;
      const ElasticRod rod = random_rod(is_closed, material, 13);
      RodStepper stepper({&rod}, {.step = 1e-5, .integrator = integrator});
      stepper.set_state(0, random_state(rod, 0.05, 14));
      stepper.advance(50);
      StateArchive saved;
      stepper.archive(saved);
      RodStepper other({&rod}, {.step = 1e-5, .integrator = integrator});
      StateArchive loaded(saved.bytes());
      other.archive(loaded);
      stepper.advance(50), other.advance(50);
      for (std::size_t i = 0; i < rod.vertices(); ++i) CHECK(stepper.position(0)[i] == other.position(0)[i]);
    }
}

}  // namespace resound
