#include "motion/solid/solid_strikes.h"

#include <algorithm>
#include <cmath>

namespace resound {

void SolidStrikes::begin(const Contact& contact, const PreparedSolid& solid, std::size_t first, const Pose& pose,
                         double now, double step) {
  const SurfacePoint point = *solid.surface->nearest(pose.to_local(contact.position));
  const Triangle& corners = solid.surface->mesh().triangles[static_cast<std::size_t>(point.triangle)];
  Blow blow;
  for (std::size_t k = 0; k < 3; ++k) {
    const auto vertex = static_cast<std::size_t>(corners[k]);
    blow.nodes[k] = first + static_cast<std::size_t>(solid.skin.node[vertex]);
    blow.weights[k] = point.weights[k];
  }
  blow.direction = contact.direction;
  const double steps = std::floor(std::max(contact.time - now, 0.0) / step);
  blow.wait = static_cast<int>(steps);
  blow.pulse = ForcePulse(contact.pulse, 1, now + steps * step - contact.time, step);
  blows_.push_back(blow);
}

double SolidStrikes::add_to(NodePushes& pushes, const NodeRows& velocity, double step) {
  double work = 0;
  for (Blow& blow : blows_) {
    if (blow.wait-- > 0) continue;
    const double push = blow.pulse.next().impulse / step;  // [N]
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 f = (push * blow.weights[k]) * blow.direction;
      pushes.push_back({blow.nodes[k], f});
      work += step * dot(f, velocity[blow.nodes[k]]);
    }
  }
  std::erase_if(blows_, [](const Blow& blow) { return blow.wait < 0 && blow.pulse.is_over(); });
  return work;
}

}  // namespace resound
