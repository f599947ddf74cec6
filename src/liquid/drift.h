#pragma once
#include <algorithm>
#include <cmath>
#include <limits>

#include "numerics/vec3.h"

namespace resound {

// How far particles have gone, each to somewhere within a box. What flows side by side hardly comes nearer to each
// other however fast it is; boxes show that, lengths of ways do not.
struct Drift {
  Vec3 low, high;  // [m], [dx]: its owner says

  static Drift of_none() {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    return {{kInfinity, kInfinity, kInfinity}, {-kInfinity, -kInfinity, -kInfinity}};
  }
  void see(const Vec3& way) {
    low = {std::min(low.x, way.x), std::min(low.y, way.y), std::min(low.z, way.z)};
    high = {std::max(high.x, way.x), std::max(high.y, way.y), std::max(high.z, way.z)};
  }
  void add(const Drift& more) { low += more.low, high += more.high; }
  void widen(double way) { low -= {way, way, way}, high += {way, way, way}; }
  // What was added since it was `before`.
  Drift since(const Drift& before) const { return {low - before.low, high - before.high}; }
};

// By which two particles may have come nearer to each other at the most
inline double approach(const Drift& a, const Drift& b) {
  return length({std::max(a.high.x - b.low.x, b.high.x - a.low.x), std::max(a.high.y - b.low.y, b.high.y - a.low.y),
                 std::max(a.high.z - b.low.z, b.high.z - a.low.z)});
}

// That one particle may have gone at the most
inline double farthest(const Drift& a) { return approach(a, {}); }

}  // namespace resound
