#include "geometry/polygon.h"

#include <cassert>
#include <cmath>
#include <numeric>

namespace resound {
namespace {

// Area vector of a closed polygon (Newell): its normal, however it is notched.
Vec3 area_vector(std::span<const Vec3> corners) {
  Vec3 sum;
  for (std::size_t i = 1; i + 1 < corners.size(); ++i)
    sum += cross(corners[i] - corners[0], corners[i + 1] - corners[0]);
  return sum;
}

struct Cutter {
  std::span<const Vec3> corners;
  Vec3 normal;

  double turn(int a, int b, int c) const {
    return dot(normal, cross(corners[b] - corners[a], corners[c] - corners[a]));
  }
  bool holds(int a, int b, int c, int p) const {
    return turn(a, b, p) >= 0 && turn(b, c, p) >= 0 && turn(c, a, p) >= 0;
  }

  bool is_ear(const std::vector<int>& left, std::size_t k) const {
    const std::size_t n = left.size();
    const int a = left[(k + n - 1) % n], b = left[k], c = left[(k + 1) % n];
    if (turn(a, b, c) <= 0) return false;
    for (const int p : left)
      if (p != a && p != b && p != c && holds(a, b, c, p)) return false;
    return true;
  }
};

}  // namespace

std::vector<Triangle> triangulate(std::span<const Vec3> corners) {
  assert(corners.size() >= 3 && corners.size() <= kMostPolygonCorners);
  const Cutter cutter{corners, area_vector(corners)};
  std::vector<int> left(corners.size());
  std::iota(left.begin(), left.end(), 0);
  std::vector<Triangle> triangles;
  bool has_ears = true;
  std::size_t k = 1;
  while (left.size() > 3) {
    const std::size_t n = left.size();
    std::size_t tried = 0;
    while (has_ears && tried < n && !cutter.is_ear(left, k % n)) {
      ++k;
      ++tried;
    }
    has_ears = has_ears && tried < n;  // without ears it crosses itself: from here on it is fanned out
    const std::size_t ear = has_ears ? k % n : 1;
    triangles.push_back({left[ear == 0 ? n - 1 : ear - 1], left[ear], left[ear + 1 == n ? 0 : ear + 1]});
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(ear));
    k = ear + 1;  // skips a corner: ears taken one after the other would make a fan of slivers
  }
  triangles.push_back({left[0], left[1], left[2]});
  return triangles;
}

}  // namespace resound
