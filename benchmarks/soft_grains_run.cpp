// The grains of lammps_soft_grains.in with our solver: soft_grains_run SETTLE TIMED THREADS. Prints seconds of CPU and
// of wall clock for the timed steps, the contacts a grain has, and the kinetic energy.
#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>

#include "base/parallel.h"
#include "grain/hertz_rule.h"
#include "grain/soft_grains.h"
#include "numerics/random_stream.h"

using namespace resound;

namespace {

// There: k_n = 2000 sqrt(R*), k_t = 9/7 of it, normal damping 50 m* sqrt(R* d). Here that is E* = 1500 with nu = 1/4,
// and the restitution that this damping has at speed 1.
GrainKind kind() {
  GrainKind kind;
  kind.radius = 0.5;
  kind.density = 1;
  kind.poisson_ratio = 0.25;
  kind.youngs_modulus = 2 * 1500 * (1 - 0.25 * 0.25);
  const double m = kind.mass() / 2, root = std::sqrt(kind.radius / 2);
  const double damping = 50 * m * root / (std::pow(m, 0.4) * std::pow(2000 * root, 0.6));
  kind.surface.restitution = {restitution_of(damping, 0.5), 1};
  kind.surface.friction = 0.5;
  return kind;
}

GrainSystem grains_in_a_box() {
  GrainSystem system{.kinds = {kind()}, .grains = {}, .walls = {}, .gravity = {0, 0, -1}};
  const double edge = 20, apart = std::cbrt(1 / 0.75);
  RandomStream random(4321, 0, 0);
  for (int z = 1; system.grains.size() < 10000; ++z)
    for (int y = 1; y * apart < edge - 0.5; ++y)
      for (int x = 1; x * apart < edge - 0.5 && system.grains.size() < 10000; ++x) {
        const auto v = [&] { return std::sqrt(2.0) * random.normal(); };
        system.grains.push_back({.position = {x * apart, y * apart, z * apart}, .velocity = {v(), v(), v()}});
      }
  const auto plane = [&](const Vec3& at, const Vec3& axis, double angle) {
    system.walls.push_back({PlaneWall{}, {.pose = {at, rotation_about(axis, angle)}}, system.kinds[0].surface});
  };
  constexpr double kQuarter = 1.5707963267948966;
  plane({}, {1, 0, 0}, 0);
  plane({}, {0, 1, 0}, kQuarter);
  plane({edge, 0, 0}, {0, 1, 0}, -kQuarter);
  plane({}, {1, 0, 0}, -kQuarter);
  plane({0, edge, 0}, {1, 0, 0}, kQuarter);
  return system;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 4) return 2;
  const int settle = std::atoi(arguments[1]), timed = std::atoi(arguments[2]);
  const ThreadLimit limit(std::atoi(arguments[3]));
  SoftGrains grains(grains_in_a_box(), {.stiffness = 1, .step = 0.001});
  const auto ignore = [](const Collision&) {};
  grains.advance(settle * grains.step(), ignore);
  const auto begin = std::chrono::steady_clock::now();
  const std::clock_t cpu = std::clock();
  grains.advance((settle + timed) * grains.step(), ignore);
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  const double cpu_seconds = static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC;
  const double mass = kind().mass();
  double energy = 0;
  for (const Vec3& v : grains.velocities()) energy += 0.5 * mass * dot(v, v);
  const auto number = static_cast<double>(grains.positions().size());
  fmt::print("cpu {:.4f} wall {:.4f} contacts {:.3f} energy {:.6g}\n", cpu_seconds, wall.count(),
             2 * static_cast<double>(grains.contacts()) / number, energy / number);
}
