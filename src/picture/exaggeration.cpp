#include "picture/exaggeration.h"

#include <algorithm>

namespace resound {

double shown_factor(std::span<const Vec3> displacement, double body_size, double exaggeration) {
  if (exaggeration > 0) return exaggeration;
  double largest = 0;
  for (const Vec3& u : displacement) largest = std::max(largest, dot(u, u));
  return std::max(1.0, kLargestShown * body_size / (std::sqrt(largest) + kHalfShownAt * body_size));
}

double extent(std::span<const Vec3> points) {
  if (points.empty()) return 0;
  Vec3 low = points.front(), high = low;
  for (const Vec3& p : points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  return std::max({high.x - low.x, high.y - low.y, high.z - low.z});
}

}  // namespace resound
