#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "liquid/liquid_surface.h"
#include "liquid/tanks.h"
#include "numerics/pi.h"

namespace resound {
namespace {

// A tray with its floor at z = 0, both sides wet.
TriangleMesh tray_of(double edge, double height) {
  TriangleMesh mesh;
  for (const double z : {0.0, height})
    for (const auto& [x, y] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}})
      mesh.vertices.push_back({x * edge / 2, y * edge / 2, z});
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
  for (int k = 0; k < 4; ++k) {
    const int next = (k + 1) % 4;
    mesh.triangles.push_back({k, k + 4, next + 4});
    mesh.triangles.push_back({k, next + 4, next});
  }
  return mesh;
}

LiquidSystem filled_tray(int edge, int height, double dx) {
  LiquidSystem system;
  system.settings.spacing = dx;
  system.settings.sound_speed = 10 * std::sqrt(2 * kGravity * height * dx);
  system.particles = block_of({-edge * dx / 2, -edge * dx / 2, 0}, edge, edge, height, dx);
  give_weight(system.particles, height * dx, system.settings.density);
  system.walls.push_back({tray_of(edge * dx, 3 * height * dx)});
  system.bounds = {{-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}};
  return system;
}

}  // namespace

TEST_CASE("water goes with a tray of thin sheets that is carried away") {
  LiquidSystem system = filled_tray(10, 5, 0.006);
  system.settings.sound_speed = 15;
  LiquidSolver liquid(system);
  double x = 0, v = 0;
  for (double time = 0; time < 0.3; time += 0.001) {  // speeds up, goes on, slows down
    v = 0.3 * std::sin(kPi * time / 0.3);
    liquid.move_wall(0, {{{x, 0, 0}, {}}, {v, 0, 0}, {}});
    liquid.advance(time + 0.001);
    x += 0.001 * v;
  }
  CHECK(liquid.gone() == 0);
  const LiquidView view = liquid.view();
  for (const Vec3& p : view.positions) {
    CHECK(std::abs(p.x - x) < 0.03);
    CHECK(std::abs(p.y) < 0.03);
    CHECK(p.z > 0);
  }
  CHECK(x > 0.05);
  CHECK(liquid.energy() < liquid.energy_supplied() * 1.01);
}

TEST_CASE("a jet fills a thin cup: nothing gets through, and the level is the volume by the area") {
  const double edge = 0.03, dx = 0.003;
  LiquidSystem system;
  system.settings.spacing = dx;
  system.taps.push_back({.position = {0, 0, 0.07}, .radius = 0.004, .speed = 1, .end = 0.3});
  system.settings.sound_speed = 10 * std::sqrt(2 * kGravity * 0.07 + 1);
  system.walls.push_back({tray_of(edge, 0.06)});
  system.bounds = {{-0.2, -0.2, -0.1}, {0.2, 0.2, 0.4}};
  LiquidSolver liquid(system);
  liquid.advance(0.5);
  const LiquidView view = liquid.view();
  std::vector<double> heights;
  for (const Vec3& p : view.positions) {
    REQUIRE(is_finite(p));
    CHECK(std::max(std::abs(p.x), std::abs(p.y)) < edge / 2);
    CHECK(p.z > 0);
    heights.push_back(p.z);
  }
  std::ranges::sort(heights);
  const double poured = system.taps[0].flow() * 0.3, expected = poured / (edge * edge);
  const double level = 2 * heights[heights.size() / 2];  // half of it lies below half of its depth
  MESSAGE("level " << level << " m of " << expected << " m; energy " << liquid.energy() << " J of "
                   << liquid.energy_supplied() << " J");
  CHECK(static_cast<double>(view.positions.size()) * std::pow(dx, 3) == doctest::Approx(poured).epsilon(0.02));
  CHECK(level == doctest::Approx(expected).epsilon(0.12));
  CHECK(liquid.energy() < liquid.energy_supplied());
}

TEST_SUITE("slow") {
  TEST_CASE("a ball floats as deep as Archimedes says and a heavy one sinks") {
    const double dx = 0.005, radius = 0.02;
    LiquidSystem system = filled_tray(20, 12, dx);
    system.balls.push_back({.radius = radius, .density = 499.1, .position = {0, 0, 0.06}, .velocity = {}});
    // makes room for the half of the ball that will be under water
    std::erase_if(system.particles, [&](const LiquidParticle& p) {
      return length(p.position - Vec3{0, 0, 0.06}) < radius + dx / 2;
    });
    LiquidSolver floating(system);
    floating.advance(1.2);
    double height = 0;
    int looks = 0;
    floating.advance(1.6, 20, [&](const LiquidView&) { height += floating.ball(0).position.z, ++looks; });
    const LiquidView view = floating.view();
    double volume = static_cast<double>(view.positions.size()) * std::pow(dx, 3);
    const double surface = (volume + 2 * kPi / 3 * std::pow(radius, 3)) / std::pow(20 * dx, 2);
    MESSAGE("centre at " << height / looks << " m, surface " << surface << " m");
    CHECK(std::abs(height / looks - surface) < 0.15 * radius);  // half of it is under water

    system.balls[0].density = 2500;
    LiquidSolver sinking(system);
    sinking.advance(0.8);
    CHECK(sinking.ball(0).position.z == doctest::Approx(radius).epsilon(0.1));
    CHECK(sinking.force_on_ball(0).z ==
          doctest::Approx(4 * kPi / 3 * std::pow(radius, 3) * 998.2 * kGravity).epsilon(0.15));
  }
}

TEST_CASE("the skin of a ball of particles is closed and round, and that of a slab is flat") {
  const double dx = 0.01;
  std::vector<Vec3> ball, slab;
  for (int i = -12; i <= 12; ++i)
    for (int j = -12; j <= 12; ++j)
      for (int k = -12; k <= 12; ++k) {
        const Vec3 p = dx * Vec3{static_cast<double>(i), static_cast<double>(j), static_cast<double>(k)};
        if (length(p) < 0.08) ball.push_back(p);
        if (std::abs(k) <= 2) slab.push_back(p);
      }
  const TriangleMesh skin = surface_of(ball, dx);
  double volume = 0;
  for (const Triangle& t : skin.triangles)
    volume += dot(skin.vertices[t[0]], cross(skin.vertices[t[1]], skin.vertices[t[2]])) / 6;
  CHECK(volume == doctest::Approx(static_cast<double>(ball.size()) * 1e-6).epsilon(0.15));  // outward: positive
  for (const Vec3& v : surface_of(slab, dx).vertices)
    if (std::hypot(v.x, v.y) < 0.08) CHECK(std::abs(v.z) == doctest::Approx(2.6 * dx).epsilon(0.1));
}

}  // namespace resound
