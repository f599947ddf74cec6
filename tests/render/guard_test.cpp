#include "render/guard.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "base/error.h"
#include "emission/bar/bar_grid.h"
#include "liquid/liquid_solver.h"

using namespace resound;

namespace {

Scene one_bar() {
  Scene scene;
  scene.objects.push_back({"chime", Bar{}});
  return scene;
}

std::string complaint(const Health& health) {
  try {
    check_health({health}, one_bar(), TimeBlock{48000, 48, {48000}, {}});
  } catch (const UnstableError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("energy that was supplied is no blow-up") {
  CHECK(complaint({0, 2.0, 2.1, 1e-6, 1e-6}).empty());
  CHECK(complaint({0, 1e-14, 0, 1e-6, 1e-6}).empty());  // round-off of a body at rest
}

TEST_CASE("runaway energy is explained with object, time, step and stable step") {
  const std::string message = complaint({0, 500, 2, 1.1e-6, 1.0e-6});
  for (const char* part : {"chime", "1.001000 s", "500 J", "1.1e-06 s", "1e-06 s"})
    CHECK(message.find(part) != std::string::npos);
}

TEST_CASE("a bar on too fine a grid is stopped at the end of the millisecond in which it runs away") {
  const UniformBar bar = uniform_bar(Bar{});
  const double step = 1 / 48000.0;
  const int intervals = largest_stable_intervals(bar, {}, step) + 1;  // one more than a scene may ask for
  BarGrid grid(bar_scheme(bar, {}, step, intervals));
  grid.push(grid.point_at(0.2), 1e-3);

  double before = 0, supplied = 0;
  for (SampleIndex first = 0; first < 96000; first += 32) {
    for (int n = 0; n < 32; ++n) grid.step();
    supplied = grid.energy_supplied();
    const Health health{0, grid.energy(), supplied, step, stable_step(grid.scheme())};
    try {
      check_health({health}, one_bar(), TimeBlock{first, 32, {48000}, {}});
    } catch (const UnstableError& error) {
      CHECK(before <= 10 * supplied + 1e-12);  // a block ago all was well
      CHECK(health.energy > 10 * supplied);
      CHECK(std::string(error.what()).find("chime became unstable at t = ") == 0);
      return;
    }
    before = health.energy;
  }
  FAIL("the guard never noticed");
}

TEST_CASE("a sound that is not a number is stopped before it is recorded") {
  const std::vector<double> samples{0.0, NAN};
  Heard heard;
  heard.count = 2;
  heard.channels = {samples};
  CHECK_THROWS_AS(check_finite(heard, {48000}), UnstableError);
}

TEST_CASE("energy that is not a number is a blow-up") {
  CHECK_FALSE(complaint({0, NAN, 1, 1e-6, 1e-6}).empty());
  CHECK_FALSE(complaint({0, INFINITY, 1, 1e-6, 1e-6}).empty());
}

TEST_CASE("a liquid with a place that is not a number is stopped, by its name, with when and what to do") {
  LiquidSystem system;
  system.settings.spacing = 0.004;
  for (int i = 0; i < 5; ++i) system.particles.push_back({.position = {0.004 * i, 0, 0.1}, .velocity = {}});
  Scene scene;
  scene.objects.push_back({"water", Liquid{}});
  const auto check = [&](LiquidSolver& liquid) {
    check_health({{0, liquid.energy(), liquid.energy_supplied(), liquid.step(), liquid.stable_step()}}, scene,
                 TimeBlock{48000, 48, {48000}, {}});
  };
  LiquidSolver sound(system);
  sound.advance(20 * sound.step());
  CHECK_NOTHROW(check(sound));

  system.particles[3].velocity = {NAN, 0, 0};
  LiquidSolver burst(system);
  burst.advance(20 * burst.step());
  CHECK_THROWS_WITH_AS(check(burst), doctest::Contains("water became unstable at t = 1.001000 s"), UnstableError);
  CHECK_THROWS_WITH_AS(check(burst), doctest::Contains("use a step below that"), UnstableError);
}
