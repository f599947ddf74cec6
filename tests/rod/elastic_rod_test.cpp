#include "rod/elastic_rod.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "base/error.h"
#include "numerics/random_stream.h"
#include "rod/rod_stepper.h"
#include "rod_probe.h"

namespace resound {
namespace {

const RodMaterial kSoft{.young_modulus = 1e6, .poisson_ratio = 0.4, .density = 1000};
const RodMaterial kRubbery{.young_modulus = 1e6, .poisson_ratio = 0.5, .density = 1000, .law = StretchLaw::neo_hookean};

double largest(const RodForces& forces) {
  double most = 0;
  for (const Vec3& f : forces.force) most = std::max(most, length(f));
  return most;
}

}  // namespace

TEST_CASE("forces and torques are minus the gradient of the energy") {
  for (const bool is_closed : {false, true})
    for (const RodMaterial& material : {kSoft, kRubbery}) {
      const ElasticRod rod = random_rod(is_closed, material, 3);
      const RodState state = random_state(rod, 0.3, 4);
      const RodForces forces = elastic_forces(rod, state);
      const double most = largest(forces);
      const std::vector<Vec3> no_shift(rod.vertices());
      const std::vector<double> no_turn(rod.edges().size());
      const auto slope = [&](auto&& move) {
        const double h = 1e-5;
        return (rod.energy(move(h)).elastic() - rod.energy(move(-h)).elastic()) / (2 * h);
      };
      for (std::size_t i = 0; i < rod.vertices(); ++i)
        for (const Vec3& axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
          const double g = slope([&](double h) {
            std::vector<Vec3> shift = no_shift;
            shift[i] = h * axis;
            return displaced(rod, state, shift, no_turn);
          });
          CHECK(std::abs(dot(forces.force[i], axis) + g) < 1e-6 * most);
        }
      for (std::size_t i = 0; i < rod.edges().size(); ++i) {
        const double g = slope([&](double h) {
          std::vector<double> turn = no_turn;
          turn[i] = h;
          return displaced(rod, state, no_shift, turn);
        });
        CHECK(std::abs(forces.torque[i] + g) < 1e-6 * most);
      }
    }
}

TEST_CASE("the forces of a rod add up to nothing and are nothing at rest") {
  for (const bool is_closed : {false, true}) {
    const ElasticRod rod = random_rod(is_closed, kSoft, 5);
    const RodForces forces = elastic_forces(rod, random_state(rod, 0.3, 6));
    Vec3 sum;
    for (const Vec3& f : forces.force) sum += f;
    CHECK(length(sum) < 1e-12 * largest(forces));
    CHECK(largest(elastic_forces(rod, at_rest(rod))) < 1e-12 * largest(forces));
    CHECK(rod.energy(at_rest(rod)).all() < 1e-12 * rod.energy(random_state(rod, 0.3, 6)).all());
  }
}

TEST_CASE("the lanes of the stepper take the same forces as the plain gradients") {
  for (const bool is_closed : {false, true})
    for (const RodMaterial& material : {kSoft, kRubbery}) {
      const ElasticRod rod = random_rod(is_closed, material, 7);
      const RodState state = random_state(rod, 0.3, 8);
      const RodForces forces = elastic_forces(rod, state);
      const double step = 1e-7;
      RodStepper stepper({&rod}, {.step = step});
      stepper.set_state(0, state);
      stepper.advance(1);
      for (std::size_t i = 0; i < rod.vertices(); ++i)
        CHECK(length(stepper.force(0)[i] - forces.force[i]) < 1e-11 * largest(forces));
      const RodState after = stepper.state(0);
      for (std::size_t i = 0; i < rod.edges().size(); ++i)
        CHECK(after.spin[i] * rod.edges()[i].inertia / step == doctest::Approx(forces.torque[i]).epsilon(1e-9));
    }
}

TEST_CASE("what cannot be a rod is refused in one sentence") {
  const auto message = [](auto&& build) -> std::string {
    try {
      build();
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  const RodShape line = straight_rod({0, 0, 0}, {1, 0, 0}, 10);
  RodShape twice = line;
  twice.vertices[4] = twice.vertices[3];
  const auto rod_of = [](const RodShape& shape, const RodMaterial& material, const RodSection& section = {}) {
    return [=] { const ElasticRod rod(shape, section, material); };
  };
  CHECK(message(rod_of(twice, kSoft)) == "edge 3 of the rod has no length: vertices 3 and 4 coincide; leave one out");
  CHECK(message(rod_of(line, {.young_modulus = 0})) == "the rod's Young's modulus is 0 Pa; it must be positive");
  CHECK(message(rod_of(line, {.young_modulus = -2e9})).find("must be positive") != std::string::npos);
  CHECK(message(rod_of(line, {.density = 0})).find("density") != std::string::npos);
  CHECK(message(rod_of(line, {.poisson_ratio = 0.7})).find("Poisson") != std::string::npos);
  CHECK(message(rod_of(line, {.bend_damping = -1})).find("damping") != std::string::npos);
  CHECK(message(rod_of(line, kSoft, {.a = 0})).find("section") != std::string::npos);
  CHECK(message(rod_of({.vertices = {{0, 0, 0}}}, kSoft)).find("needs at least 2") != std::string::npos);
  CHECK(message(rod_of({.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, .is_closed = true}, kSoft))
            .find("needs at least 4") != std::string::npos);
  CHECK(message(rod_of({.vertices = {{0, 0, 0}, {NAN, 0, 0}}}, kSoft)).find("not finite") != std::string::npos);

  const ElasticRod rod(line, {.a = 0.01, .b = 0.01}, kSoft);
  RodStepper stepper({&rod}, {.step = 1e-5});
  CHECK(message([&] { stepper.hold({0, 11}); }) == "the rod has no vertex 11; its vertices are 0 to 10");
  CHECK(message([&] { stepper.hold({1, 0}); }) == "there is no rod 1; there are 1");
  CHECK(message([&] { stepper.hold_angle(0, 10); }) == "the rod has no edge 10; its edges are 0 to 9");
  CHECK(message([&] { const RodStepper fast({&rod}, {.step = 0.1}); }).find("beyond the") != std::string::npos);
  CHECK(message([&] { const RodStepper none({&rod}, {.step = 0}); }).find("positive") != std::string::npos);
  RodState state = at_rest(rod);
  state.position[5] = state.position[6];
  CHECK(message([&] { stepper.set_state(0, state); }) == "vertices 5 and 6 of rod 0 begin at the same place");
}

}  // namespace resound
