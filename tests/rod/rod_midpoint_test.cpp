#include "rod/rod_midpoint.h"

#include <doctest/doctest.h>

#include <cmath>

#include "numerics/pi.h"
#include "rod/rod_stable_step.h"
#include "rod_probe.h"

namespace resound {
namespace {

const RodMaterial kMiddling{.young_modulus = 1e7, .poisson_ratio = 0.4, .density = 1000};

// A tine of steel, 30 mm long, clamped at one end and struck near the other: what its tip does.
std::vector<double> tine(RodIntegrator integrator, double step, int steps) {
  const ElasticRod rod(straight_rod({0, 0, 0}, {0.03, 0, 0}, 10, {RodEnd::clamped, RodEnd::free}),
                       RodSection{.a = 0.5e-3, .b = 0.5e-3}, kSteel);
  RodStepper stepper({&rod}, {.step = step, .integrator = integrator});
  stepper.clamp(0, false);
  stepper.velocity(0).set(9, {0, 0, 0.1});
  stepper.record({{RodQuantity::position, {{0, 10}}}});
  stepper.advance(steps);
  std::vector<double> tip;
  for (std::size_t i = 2; i < stepper.recorded(0).size(); i += 3) tip.push_back(stepper.recorded(0)[i]);
  return tip;
}

void check_agreement(int steps) {
  const double step = 4e-7;
  const std::vector<double> quick = tine(RodIntegrator::leapfrog, step, steps);
  const std::vector<double> slow = tine(RodIntegrator::implicit_midpoint, step, steps);
  for (const double expected : {785.0, 4800.0}) {
    const double a = line_near(quick, step, expected), b = line_near(slow, step, expected);
    CHECK(a == doctest::Approx(expected).epsilon(0.05));
    CHECK(std::abs(1200 * std::log2(a / b)) < 2);
  }
}

}  // namespace

TEST_CASE("the implicit rule and leapfrog agree on the partials of a tine to two cents") { check_agreement(30000); }

TEST_CASE("the implicit rule neither damps nor excites a ring at three times the explicit bound") {
  const ElasticRod rod = random_rod(true, kMiddling, 21);
  RodStepper stepper(
      {&rod}, {.step = 3 * step_bounds(rod, at_rest(rod)).least(), .integrator = RodIntegrator::implicit_midpoint});
  stepper.set_state(0, random_state(rod, 0.02, 22));
  const double begin = stepper.energy(0).all();
  double most = 0, least = INFINITY;
  for (int i = 0; i < 100; ++i) {
    stepper.advance(10);
    most = std::max(most, stepper.energy(0).all()), least = std::min(least, stepper.energy(0).all());
  }
  CHECK(most < 1.05 * begin);
  CHECK(least > 0.95 * begin);
}

TEST_CASE("a banded matrix solves what it has been given") {
  RodBand band(40, 5);
  std::vector<double> x(40), right(40);
  const auto entry = [](std::size_t i, std::size_t j) {
    return i == j ? 8.0 : std::cos(static_cast<double>(3 * i + 3 * j + i * j));
  };
  for (std::size_t i = 0; i < 40; ++i) x[i] = std::sin(static_cast<double>(i));
  for (std::size_t i = 0; i < 40; ++i)
    for (std::size_t j = 0; j < 40; ++j) {
      if (i > j + 5 || j > i + 5) continue;
      right[i] += entry(i, j) * x[j];
      if (i >= j) band.add(i, j, entry(i, j));
    }
  REQUIRE(band.factor());
  band.solve(right);
  for (std::size_t i = 0; i < 40; ++i) CHECK(right[i] == doctest::Approx(x[i]).epsilon(1e-12));
}

TEST_SUITE("slow") {
  TEST_CASE("the implicit rule and leapfrog agree on all partials of a steel string below 5 kHz") {
    const RodSection section{.a = 0.215e-3, .b = 0.215e-3};
    const double rest = 0.65 / (1 + 70 / (kSteel.young_modulus * section_area(section)));
    const ElasticRod rod(straight_rod({0, 0, 0}, {rest, 0, 0}, 30), section, kSteel);
    const auto heights = [&](RodIntegrator integrator) {
      RodStepper stepper({&rod}, {.step = 2e-6, .integrator = integrator});
      stepper.set_state(0, placed(rod, triangle_line(rod, {0, 0, 0}, {0.65, 0, 0}, 0.13, {0, 0, 2e-4})));
      stepper.hold_ends(0, {RodEnd::pinned, RodEnd::pinned});
      std::vector<double> z;
      for (int i = 0; i < 10000; ++i) stepper.advance(4), z.push_back(stepper.position(0)[4].z);
      return z;
    };
    const std::vector<double> quick = heights(RodIntegrator::leapfrog);
    const std::vector<double> slow = heights(RodIntegrator::implicit_midpoint);
    for (int k = 1; k <= 20; ++k) {
      const double about = 190.845 * 60 / kPi * std::sin(k * kPi / 60) * std::sqrt(1 + 1.12e-4 * k * k);
      CHECK(std::abs(1200 * std::log2(line_near(quick, 8e-6, about) / line_near(slow, 8e-6, about))) < 2);
    }
  }
  TEST_CASE("the implicit rule and leapfrog agree on a tine for longer") { check_agreement(150000); }
}

}  // namespace resound
