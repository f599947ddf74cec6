#include "numerics/path.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace resound {
namespace {

// Cubic through two positions with given slopes; s in [0, 1] over a stretch of h seconds.
Vec3 hermite(const Vec3& a, const Vec3& va, const Vec3& b, const Vec3& vb, double s, double h) {
  const double t = 1 - s;
  return (t * t * (1 + 2 * s)) * a + (s * s * (3 - 2 * s)) * b + h * s * t * (t * va - s * vb);
}

Vec3 hermite_velocity(const Vec3& a, const Vec3& va, const Vec3& b, const Vec3& vb, double s, double h) {
  const double t = 1 - s;
  return (6 * s * t / h) * (b - a) + (t * (1 - 3 * s)) * va + (s * (3 * s - 2)) * vb;
}

}  // namespace

Path::Path(std::vector<Waypoint> waypoints) : waypoints_(std::move(waypoints)) {
  assert(!waypoints_.empty());
  assert(std::ranges::is_sorted(waypoints_, {}, &Waypoint::time));
}

Vec3 Path::slope(std::size_t i) const {
  const std::size_t last = waypoints_.size() - 1;
  const auto secant = [&](std::size_t k) {
    return (waypoints_[k + 1].position - waypoints_[k].position) / (waypoints_[k + 1].time - waypoints_[k].time);
  };
  if (i == 0) return secant(0);
  if (i == last) return secant(last - 1);
  const double before = waypoints_[i].time - waypoints_[i - 1].time;
  const double after = waypoints_[i + 1].time - waypoints_[i].time;
  return (after * secant(i - 1) + before * secant(i)) / (before + after);
}

Vec3 Path::position(double time) const {
  if (is_fixed() || time <= waypoints_.front().time) return waypoints_.front().position;
  if (time >= waypoints_.back().time) return waypoints_.back().position;
  const auto next = std::ranges::upper_bound(waypoints_, time, {}, &Waypoint::time);
  const auto i = static_cast<std::size_t>(next - waypoints_.begin()) - 1;
  const double h = waypoints_[i + 1].time - waypoints_[i].time;
  return hermite(waypoints_[i].position, slope(i), waypoints_[i + 1].position, slope(i + 1),
                 (time - waypoints_[i].time) / h, h);
}

Vec3 Path::velocity(double time) const {
  if (is_fixed() || time < waypoints_.front().time || time >= waypoints_.back().time) return {};
  const auto next = std::ranges::upper_bound(waypoints_, time, {}, &Waypoint::time);
  const auto i = static_cast<std::size_t>(next - waypoints_.begin()) - 1;
  const double h = waypoints_[i + 1].time - waypoints_[i].time;
  return hermite_velocity(waypoints_[i].position, slope(i), waypoints_[i + 1].position, slope(i + 1),
                          (time - waypoints_[i].time) / h, h);
}

}  // namespace resound
