#include "emission/grain/grain_noise.h"

#include <cmath>

namespace resound {
namespace {

CollidingSphere sphere_of(const GrainKind& kind) {
  return {kind.radius, kind.density, kind.youngs_modulus, kind.poisson_ratio};
}

}  // namespace

GrainNoise::GrainNoise(const Scene& scene) : sorts_(grain_sorts(scene)) {
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

const GrainNoise::Pair& GrainNoise::pair_of(int first_kind, int second_body, const GrainEvents& events) const {
  const std::size_t kinds = sorts_.kinds.size(), row = kinds + sorts_.walls.size();
  const std::size_t second = second_body < 0
                                 ? kinds + static_cast<std::size_t>(wall_as_body(second_body))
                                 : static_cast<std::size_t>(events.kind_of[static_cast<std::size_t>(second_body)]);
  return pairs_[static_cast<std::size_t>(first_kind) * row + second];
}

void GrainNoise::radiate(const MotionEvents& events, const TimeBlock&, SourceSignals& signals) {
  for (const Collision& collision : events.grains.collisions) {
    const int kind = events.grains.kind_of[static_cast<std::size_t>(collision.first)];
    const Pair& pair = pair_of(kind, collision.second, events.grains);
    const double restitution =
        std::sqrt(pair.first.restitution.at(collision.speed) * pair.second.restitution.at(collision.speed));
    pair.sound.add_kicks({collision.time, collision.place, collision.normal, collision.speed, restitution,
                          sorts_.object_of_kind[static_cast<std::size_t>(kind)]},
                         signals.kicks);
  }
}

}  // namespace resound
