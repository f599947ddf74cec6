#include "emission/grain/grain_pairs.h"

#include <cmath>

namespace resound {
namespace {

CollidingSphere sphere_of(const GrainKind& kind) {
  return {kind.radius, kind.density, kind.youngs_modulus, kind.poisson_ratio};
}

}  // namespace

GrainPairs::GrainPairs(const Scene& scene) : sorts_(grain_sorts(scene)) {
  const double air = density(scene.air);
  for (const GrainKind& first : sorts_.kinds) {
    for (const GrainKind& second : sorts_.kinds)
      pairs_.push_back({CollisionSound(sphere_of(first), sphere_of(second), air), first.surface, second.surface});
    for (const WallSort& wall : sorts_.walls) {
      const bool is_mirrored = wall.object < 0 && scene.ground.reflects;
      const CollidingWall flat{wall.young_modulus, wall.poisson_ratio, !is_mirrored};
      pairs_.push_back({CollisionSound(sphere_of(first), flat, air), first.surface, wall.surface});
    }
  }
}

GrainPairs::Meeting GrainPairs::meeting(const Collision& collision, std::span<const int> kind_of) const {
  const std::size_t kinds = sorts_.kinds.size(), row = kinds + sorts_.walls.size();
  const auto first = static_cast<std::size_t>(kind_of[static_cast<std::size_t>(collision.first)]);
  const auto second = collision.second < 0
                          ? kinds + static_cast<std::size_t>(wall_as_body(collision.second))
                          : static_cast<std::size_t>(kind_of[static_cast<std::size_t>(collision.second)]);
  const Pair& pair = pairs_[first * row + second];
  const double restitution =
      std::sqrt(pair.first.restitution.at(collision.speed) * pair.second.restitution.at(collision.speed));
  return {
      pair.sound,
      {collision.time, collision.place, collision.normal, collision.speed, restitution, sorts_.object_of_kind[first]}};
}

}  // namespace resound
