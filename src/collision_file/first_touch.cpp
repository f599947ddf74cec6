#include "collision_file/first_touch.h"

#include <algorithm>
#include <optional>

namespace resound {
namespace {

// Straight flight from the frame before: the earliest t >= 0 with |s + w t| = R, that is
//   t = c / (-b + sqrt(b^2 - a c)),  a = w.w,  b = s.w < 0,  c = s.s - R^2
// in the form that stays exact for narrow gaps. Nothing if they would pass each other.
std::optional<double> time_of_flight(const MovingPair& pair) {
  const double a = dot(pair.velocity, pair.velocity);
  const double b = dot(pair.separation, pair.velocity);
  const double c = dot(pair.separation, pair.separation) - pair.reach * pair.reach;
  if (c <= 0) return 0.0;  // as near as the digits of a dump can tell
  const double root = b * b - a * c;
  if (b >= 0 || root < 0) return std::nullopt;
  return c / (-b + std::sqrt(root));
}

}  // namespace

FirstTouch first_touch(const MovingPair& before, const MovingPair& now, double interval) {
  const auto flight = time_of_flight(before);
  if (flight && *flight <= interval) {
    const Vec3 normal = normalized(before.separation + *flight * before.velocity);
    return {*flight, normal, std::max(0.0, -dot(before.velocity, normal))};
  }
  // Something turned one of them meanwhile. They did meet, so they closed the gap at this speed on average; for a
  // flight that ends with the interval it is the same as above.
  const double gap = length(before.separation) - before.reach;
  return {interval, normalized(now.separation), gap / interval};
}

}  // namespace resound
