#include "geometry/friction_spring.h"

namespace resound {

Vec3 drag(const FrictionSpring& spring, const Vec3& normal, const Vec3& slip, double duration, Vec3& stretch) {
  // A surface that turns under the spring turns the spring, and does not shorten it.
  Vec3 turned = stretch - dot(stretch, normal) * normal;
  if (const double size = length(turned); size > 0) turned *= length(stretch) / size;
  stretch = turned + duration * slip;

  Vec3 force = -(spring.stiffness * stretch + spring.damping * slip);
  if (const double held = length(force); held > spring.limit) {
    force *= spring.limit / held;
    stretch = -(1 / spring.stiffness) * force;
  }
  return force;
}

}  // namespace resound
