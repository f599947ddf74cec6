#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "geometry/shape.h"

namespace resound {

// The corners of all meshes of one instant. What lies before a plane that has them all behind it sees no mesh at all on
// that side, and no ray need be sent to find out.
class CornerCloud {
 public:
  static constexpr std::size_t kAtOnce = 16;  // corners that are asked at the same time

  // Another instant. Knows nothing if there is anything but meshes, or so many corners that rays are faster.
  void show(std::span<const Shape> shapes);

  // Do all corners lie on or behind the plane through a point? False also if nothing is known. Good to a millionth of
  // the cloud's size.
  bool is_behind(const Vec3& point, const Vec3& normal) const;

 private:
  bool add(const Shape& shape);

  Vec3 origin_;                   // [m]
  std::vector<float> x_, y_, z_;  // [m]  from there; whole vectors
};

}  // namespace resound
