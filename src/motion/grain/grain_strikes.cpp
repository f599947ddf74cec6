#include "motion/grain/grain_strikes.h"

#include "motion/contact/hertz.h"

namespace resound {
namespace {

ContactBody contact_of(const GrainKind& kind, double restitution) {
  return {kind.youngs_modulus, kind.poisson_ratio, restitution, 1 / kind.radius, 1 / kind.radius, 1 / kind.mass()};
}

}  // namespace

void strike_walls(std::span<const Collision> collisions, std::span<const int> kind_of, const GrainSorts& sorts,
                  std::vector<Contact>& contacts) {
  for (const Collision& collision : collisions) {
    if (collision.second >= 0) continue;
    const WallSort& wall = sorts.walls[static_cast<std::size_t>(wall_as_body(collision.second))];
    if (!wall.rings || collision.speed <= 0) continue;
    const int first = kind_of[static_cast<std::size_t>(collision.first)];
    const GrainKind& kind = sorts.kinds[static_cast<std::size_t>(first)];
    const StrikePulse pulse =
        strike_pulse(contact_of(kind, kind.surface.restitution.at(collision.speed)),
                     {wall.young_modulus, wall.poisson_ratio, wall.surface.restitution.at(collision.speed), 0, 0, 0},
                     collision.speed);
    contacts.push_back({collision.time, wall.object, collision.place, collision.normal, pulse});
  }
}

}  // namespace resound
