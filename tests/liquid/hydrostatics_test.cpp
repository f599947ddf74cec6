#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "liquid/tanks.h"

namespace resound {

TEST_SUITE("slow") {
  TEST_CASE("water at rest presses on the floor with its weight and stays at rest") {
    const double dx = 0.005, height = 20 * dx;
    LiquidSolver liquid(tank_of_water(20, 20, dx));
    const double period = std::sqrt(height / kGravity);
    liquid.advance(9 * period);
    double sum = 0, low = 1e300, high = 0;
    int count = 0;
    liquid.advance(10 * period, 1, [&](const LiquidView&) {
      const double pressure = liquid.wall_pressure_near({10.5 * dx, 3 * dx, -dx / 2});
      sum += pressure, ++count;
      low = std::min(low, pressure), high = std::max(high, pressure);
    });
    const double expected = 998.2 * kGravity * (height + dx / 2), mean = sum / count;
    MESSAGE("pressure / weight " << mean / expected << ", ripple " << (high - low) / mean / 2);
    CHECK(mean / expected == doctest::Approx(1).epsilon(0.02));
    CHECK((high - low) / mean / 2 < 0.01);
    double fastest = 0, densest = 0;
    const LiquidView view = liquid.view();
    for (std::size_t i = 0; i < view.positions.size(); ++i) {
      fastest += dot(view.velocities[i], view.velocities[i]);
      densest = std::max(densest, std::abs(liquid.excess(i)));
    }
    const double rms = std::sqrt(fastest / static_cast<double>(view.positions.size()));
    MESSAGE("rms speed " << rms / std::sqrt(kGravity * height) << ", density error " << densest);
    CHECK(rms < 0.01 * std::sqrt(kGravity * height));
    CHECK(densest < 0.01);
    CHECK(liquid.gone() == 0);
  }

  TEST_CASE("water sloshes in a tank at the frequency of its first mode") {
    for (const int length : {40, 60}) {
      const double dx = 0.005, height = 20 * dx, k = std::numbers::pi / (length * dx);
      LiquidSystem system = tank_of_water(length, 20, dx);
      // the mode's own velocity, so that no other is woken
      for (LiquidParticle& p : system.particles)
        p.velocity = 0.05 *
                     Vec3{std::sin(k * p.position.x) * std::cosh(k * p.position.z), 0,
                          -std::cos(k * p.position.x) * std::sinh(k * p.position.z)} /
                     std::cosh(k * height);
      LiquidSolver liquid(system);
      const double expected = std::sqrt(kGravity * k * std::tanh(k * height)) / (2 * std::numbers::pi);
      std::vector<double> sway;
      liquid.advance(3 / expected, 10, [&](const LiquidView& view) {
        double x = 0;
        for (const Vec3& p : view.positions) x += p.x;
        sway.push_back(x / static_cast<double>(view.positions.size()));
      });
      const double found = frequency_of(sway, 10 * liquid.step());
      MESSAGE("tank of " << length * dx << " m: " << found << " Hz, theory " << expected << " Hz");
      CHECK(found == doctest::Approx(expected).epsilon(0.03));
    }
  }
}

}  // namespace resound
