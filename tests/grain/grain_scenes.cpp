#include "grain/grain_scenes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "numerics/random_stream.h"

namespace resound {

GrainSystem hard_sphere_gas(int count, double phi, double restitution, std::uint64_t seed) {
  GrainSystem system;
  system.gravity = {};
  system.period = std::cbrt(count * std::numbers::pi / 6 / phi);
  system.kinds = {GrainKind{.radius = 0.5, .density = 6 / std::numbers::pi}};
  system.kinds[0].surface = {.restitution = {restitution}, .friction = 0};
  const int side = static_cast<int>(std::ceil(std::cbrt(count)));
  const double step = system.period / side;
  RandomStream random(seed, 0, 0);
  Vec3 mean;
  for (int i = 0; i < count; ++i) {
    const Vec3 place{(i % side + 0.5) * step, (i / side % side + 0.5) * step, (i / side / side + 0.5) * step};
    const double x = random.normal(), y = random.normal(), z = random.normal();
    system.grains.push_back({.position = place, .velocity = {x, y, z}});
    mean += system.grains.back().velocity / count;
  }
  double square = 0;
  for (Grain& grain : system.grains) {
    grain.velocity -= mean;
    square += dot(grain.velocity, grain.velocity) / (3 * count);
  }
  for (Grain& grain : system.grains) grain.velocity *= 1 / std::sqrt(square);
  return system;
}

GrainKind glass_bead(double radius, double friction) {
  GrainKind kind{.radius = radius, .density = 2500};
  kind.surface = {.restitution = {0.9}, .friction = friction, .tangential_restitution = 0.4};
  return kind;
}

void add_beads(GrainSystem& system, int count, double radius, double cylinder, double bottom) {
  RandomStream random(3, 0, 0);
  const double step = 2.2 * radius;
  const int reach = static_cast<int>(cylinder / step);
  for (int k = 0, n = 0; n < count; ++k)
    for (int j = -reach; j <= reach; ++j)
      for (int i = -reach; i <= reach && n < count; ++i) {
        const Vec3 place{i * step + random.uniform(-0.05, 0.05) * radius,
                         j * step + random.uniform(-0.05, 0.05) * radius, bottom + radius + k * step};
        if (std::hypot(place.x, place.y) > cylinder - 1.1 * radius) continue;
        system.grains.push_back({.position = place});
        ++n;
      }
}

double least_gap(const GrainSystem& system, EventDrivenGrains& grains) {
  const std::span<const Vec3> p = grains.positions();
  double least = 1e300;
  for (std::size_t i = 0; i < p.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      Vec3 r = p[i] - p[j];
      if (const double l = system.period; l > 0)
        r = {r.x - l * std::round(r.x / l), r.y - l * std::round(r.y / l), r.z - l * std::round(r.z / l)};
      const double reach = system.kinds[system.grains[i].kind].radius + system.kinds[system.grains[j].kind].radius;
      least = std::min(least, length(r) / reach - 1);
    }
  return least;
}

}  // namespace resound
