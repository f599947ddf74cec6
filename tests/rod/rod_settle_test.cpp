#include "rod/rod_settle.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "base/error.h"
#include "emission/csv.h"
#include "numerics/gravity.h"
#include "numerics/pi.h"
#include "rod_probe.h"

namespace resound {
namespace {

constexpr double kDensity = 1000;  // [kg/m^3]

// A cable of 1 m between two points 0.6 m apart, EA = `stiffness` times its weight, thin enough to hang freely.
struct Cable {
  ElasticRod rod;
  Settled hung;
};
Cable hung_cable(double stiffness) {
  const RodMaterial material{.young_modulus = stiffness * kDensity * kGravity, .density = kDensity};
  ElasticRod rod(straight_rod({0, 0, 0}, {1, 0, 0}, 120), RodSection{.a = 5e-5, .b = 5e-5}, material);
  const std::vector<Vec3> start = triangle_line(rod, {0, 0, 0}, {0.6, 0, 0}, 0.5, {0, 0, -0.4});
  Settled hung = settle(rod, placed(rod, start), {.gravity = {0, 0, -kGravity}, .held = {0, 120}});
  return {rod, hung};
}

}  // namespace

TEST_CASE("a stretchy cable hangs in the tabled elastic catenary") {
  const Cable cable = hung_cable(100);
  REQUIRE(cable.hung.is_settled);
  int compared = 0;
  for (const auto& row : read_csv("catenary.csv")) {
    const auto vertex = static_cast<std::size_t>(std::lround(120 * std::stod(row[0])));
    const Vec3& p = cable.hung.state.position[vertex];
    CHECK(std::abs(p.x - std::stod(row[3])) < 5e-5);
    CHECK(std::abs(p.z - std::stod(row[4])) < 1e-4);
    ++compared;
  }
  CHECK(compared == 41);
}

TEST_CASE("a cable that hardly stretches hangs in the catenary and pulls at its ends as it should") {
  const Cable cable = hung_cable(1e4);
  REQUIRE(cable.hung.is_settled);
  double lowest = 0;
  for (const Vec3& p : cable.hung.state.position) lowest = std::min(lowest, p.z);
  CHECK(lowest == doctest::Approx(-0.362782).epsilon(1e-3));
  const Vec3 pull = elastic_forces(cable.rod, cable.hung.state).force[0];  // half a cell's weight less than all
  const double weight = cable.rod.mass() * kGravity;
  CHECK(std::hypot(pull.x, pull.z - weight / 240) == doctest::Approx(0.525950 * weight).epsilon(1e-3));
  CHECK(std::atan2(std::abs(pull.z - weight / 240), pull.x) / kDegree == doctest::Approx(71.93).epsilon(1e-3));
}

TEST_CASE("a cable that has settled stays where it hangs") {
  const Cable cable = hung_cable(1e3);
  RodStepper stepper({&cable.rod}, {.step = 1e-5, .gravity = {0, 0, -kGravity}});
  stepper.set_state(0, cable.hung.state);
  stepper.hold({0, 0}), stepper.hold({0, 120});
  stepper.advance(20000);
  double most = 0;
  for (std::size_t i = 0; i < 121; ++i)
    most = std::max(most, length(stepper.position(0)[i] - cable.hung.state.position[i]));
  CHECK(most < 1e-5);
}

TEST_CASE("settling refuses to hold what is not there") {
  const ElasticRod rod(straight_rod({0, 0, 0}, {1, 0, 0}, 10), RodSection{}, kSteel);
  CHECK_THROWS_WITH_AS(settle(rod, at_rest(rod), {.gravity = {}, .held = {12}}),
                       "the rod has no vertex 12; its vertices are 0 to 10", InputError);
}

}  // namespace resound
