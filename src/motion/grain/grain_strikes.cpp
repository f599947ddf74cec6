#include "motion/grain/grain_strikes.h"

#include <cmath>

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
    // That of the solvers, so that the wall gets what the grain loses.
    const double restitution =
        std::sqrt(kind.surface.restitution.at(collision.speed) * wall.surface.restitution.at(collision.speed));
    const StrikePulse pulse = strike_pulse(
        contact_of(kind, restitution), {wall.young_modulus, wall.poisson_ratio, restitution, 0, 0, 0}, collision.speed);
    contacts.push_back({collision.time, wall.object, collision.place, collision.normal, pulse});
  }
}

}  // namespace resound
