#include "scene_file/shared_keys.h"
#include "numerics/pi.h"

#include <cmath>

namespace resound {
namespace {

// Angles come back from a rotation with rounding errors near 1e-14; a file should say 30 and not 29.999999999999996.
double tidy(double degrees) { return std::round(degrees * 1e9) / 1e9; }

}  // namespace

// Heading h about z after tilt t about y is the quaternion
//   (cos h/2 cos t/2, -sin h/2 sin t/2, cos h/2 sin t/2, sin h/2 cos t/2),
// and |t| <= 90 degrees keeps cos t/2 positive.
double heading_degrees(const Rotation& q) { return tidy(2 * std::atan2(q.z, q.w) / kDegree); }

double tilt_degrees(const Rotation& q) {
  const double half_heading = std::atan2(q.z, q.w);
  const double c = std::cos(half_heading), s = std::sin(half_heading);
  return tidy(2 * std::atan2(c * q.y - s * q.x, c * q.w + s * q.z) / kDegree);
}

Rotation heading_and_tilt(double heading, double tilt) {
  return rotation_about({0, 0, 1}, heading * kDegree) * rotation_about({0, 1, 0}, tilt * kDegree);
}

}  // namespace resound
