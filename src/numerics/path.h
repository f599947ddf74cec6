#pragma once
#include <vector>

#include "numerics/vec3.h"

namespace resound {

struct Waypoint {
  double time = 0;  // [s]
  Vec3 position;    // [m]
};

// A smooth way through waypoints (Catmull-Rom on uneven times): two points give uniform motion, one gives rest. Before
// the first and after the last point it rests there.
class Path {
 public:
  Path() : Path(Vec3{}) {}
  explicit Path(const Vec3& rest) : waypoints_{{0.0, rest}} {}
  explicit Path(std::vector<Waypoint> waypoints);  // times strictly increasing

  Vec3 position(double time) const;  // [m]
  Vec3 velocity(double time) const;  // [m/s]
  bool is_fixed() const { return waypoints_.size() == 1; }
  const std::vector<Waypoint>& waypoints() const { return waypoints_; }

 private:
  Vec3 slope(std::size_t i) const;  // [m/s] at waypoint i
  std::vector<Waypoint> waypoints_;
};

}  // namespace resound
