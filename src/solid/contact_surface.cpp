#include "solid/contact_surface.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "geometry/nearest_on_triangle.h"

namespace resound {
namespace {

using Corners = std::array<Vec3, 3>;

Vec3 at_weights(const Corners& x, const std::array<double, 3>& w) { return w[0] * x[0] + w[1] * x[1] + w[2] * x[2]; }

Vec3 unit_or_zero(const Vec3& a) {
  const double size = length(a);
  return size > 0 ? a / size : Vec3{};
}

void include(Box& box, const Vec3& p) {
  box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y), std::min(box.low.z, p.z)};
  box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y), std::max(box.high.z, p.z)};
}

Box empty_box() {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  return {{kFar, kFar, kFar}, {-kFar, -kFar, -kFar}};
}

}  // namespace

ContactSurface::ContactSurface(std::vector<Triangle> triangles) : triangles_(std::move(triangles)) {
  int vertices = 0;
  for (const Triangle& t : triangles_) vertices = std::max({vertices, t[0] + 1, t[1] + 1, t[2] + 1});
  std::vector<std::vector<int>> fans(vertices);
  for (std::size_t t = 0; t < triangles_.size(); ++t)
    for (const int vertex : triangles_[t]) fans[vertex].push_back(static_cast<int>(t));
  fan_begin_.push_back(0);
  for (const std::vector<int>& fan : fans) {
    fan_.insert(fan_.end(), fan.begin(), fan.end());
    fan_begin_.push_back(fan_.size());
  }
  neighbours_.resize(triangles_.size(), {-1, -1, -1});
  for (std::size_t t = 0; t < triangles_.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      const int from = triangles_[t][k], to = triangles_[t][(k + 1) % 3];
      for (const int other : fans[from]) {
        const Triangle& corner = triangles_[other];
        if (other != static_cast<int>(t) && std::find(corner.begin(), corner.end(), to) != corner.end())
          neighbours_[t][k] = other;
      }
    }
}

Corners ContactSurface::corners(int triangle, const NodeRows& position) const {
  const Triangle& t = triangles_[triangle];
  return {position[t[0]], position[t[1]], position[t[2]]};
}

Box ContactSurface::box_of(int triangle, const NodeRows& position) const {
  Box box = empty_box();
  for (const Vec3& p : corners(triangle, position)) include(box, p);
  return box;
}

Box ContactSurface::box(const NodeRows& position) const {
  Box box = empty_box();
  for (std::size_t t = 0; t < triangles_.size(); ++t)
    for (const Vec3& p : corners(static_cast<int>(t), position)) include(box, p);
  return box;
}

double ContactSurface::mean_edge(const NodeRows& position) const {
  double sum = 0;
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    const Corners x = corners(static_cast<int>(t), position);
    sum += length(x[1] - x[0]) + length(x[2] - x[1]) + length(x[0] - x[2]);
  }
  return triangles_.empty() ? 0 : sum / (3 * static_cast<double>(triangles_.size()));
}

double ContactSurface::distance(int triangle, const Vec3& place, const NodeRows& position) const {
  const Corners x = corners(triangle, position);
  return length(place - at_weights(x, nearest_weights(place, x[0], x[1], x[2])));
}

Vec3 ContactSurface::face_normal(int triangle, const NodeRows& position) const {
  const Corners x = corners(triangle, position);
  return unit_or_zero(cross(x[1] - x[0], x[2] - x[0]));
}

// Weighted by the angle of each triangle at the vertex: then the sign is right about any corner of a closed surface
// [Baerentzen & Aanaes 2005].
Vec3 ContactSurface::vertex_normal(int vertex, const NodeRows& position) const {
  Vec3 sum;
  for (std::size_t i = fan_begin_[vertex]; i < fan_begin_[vertex + 1]; ++i) {
    const Triangle& t = triangles_[fan_[i]];
    const auto k = static_cast<std::size_t>(std::find(t.begin(), t.end(), vertex) - t.begin());
    const Corners x = corners(fan_[i], position);
    const Vec3 a = x[(k + 1) % 3] - x[k], b = x[(k + 2) % 3] - x[k], n = cross(a, b);
    const double size = length(n);
    if (size > 0) sum += std::atan2(size, dot(a, b)) / size * n;
  }
  return unit_or_zero(sum);
}

// Pseudo-normal of the face, edge or corner on which the nearest place lies.
Vec3 ContactSurface::outward(const SurfaceGap& at, const NodeRows& position) const {
  const auto t = static_cast<std::size_t>(at.triangle);
  const auto& w = at.weights;
  for (std::size_t k = 0; k < 3; ++k)
    if (w[k] == 1) return vertex_normal(triangles_[t][k], position);
  Vec3 normal = face_normal(at.triangle, position);
  for (std::size_t k = 0; k < 3; ++k)
    if (w[(k + 2) % 3] == 0 && neighbours_[t][k] >= 0) normal += face_normal(neighbours_[t][k], position);
  return unit_or_zero(normal);
}

// Sets sign and way out of a gap whose nearest place and plain distance are known.
void ContactSurface::orient(SurfaceGap& gap, const Vec3& place, const NodeRows& position) const {
  const Corners x = corners(gap.triangle, position);
  if (gap.weights[0] > 0 && gap.weights[1] > 0 && gap.weights[2] > 0) {
    gap.normal = unit_or_zero(cross(x[1] - x[0], x[2] - x[0]));
    gap.distance = dot(place - x[0], gap.normal);
    return;
  }
  const Vec3 away = place - at_weights(x, gap.weights);
  gap.normal = outward(gap, position);
  const double side = dot(away, gap.normal) < 0 ? -1 : 1;
  if (gap.distance > kContactSlack) gap.normal = side / gap.distance * away;
  gap.distance *= side;
}

SurfaceGap ContactSurface::gap(const Vec3& place, const NodeRows& position, std::span<NearTriangle> near, double travel,
                               const Vec3& way_out) const {
  const bool remembers = way_out != Vec3{};
  SurfaceGap nearest, facing;
  std::size_t first = 0;
  for (std::size_t i = 0; i < near.size(); ++i) {
    const double bound = remembers ? facing.distance : nearest.distance;
    if (near[i].reach - travel > bound + kContactSlack) continue;
    const int t = near[i].triangle;
    const Corners x = corners(t, position);
    const SurfaceGap here{t, nearest_weights(place, x[0], x[1], x[2]), {}, 0};
    const double distance = length(place - at_weights(x, here.weights));
    near[i].reach = travel + distance;
    // Of two that are equally near the first of the surface counts, in whatever order they are listed.
    const auto nearer_than = [&](const SurfaceGap& best) {
      return distance < best.distance || (distance == best.distance && t < best.triangle);
    };
    const auto take = [&](SurfaceGap& best) { best = here, best.distance = distance; };
    if (nearer_than(nearest)) take(nearest), first = remembers ? first : i;
    if (remembers && nearer_than(facing) && dot(cross(x[1] - x[0], x[2] - x[0]), way_out) > 0) take(facing), first = i;
  }
  if (nearest.triangle < 0) return nearest;
  std::swap(near[0], near[first]);
  orient(nearest, place, position);
  if (!remembers || facing.triangle < 0 || nearest.distance >= 0) return nearest;
  orient(facing, place, position);
  return facing.distance < 0 ? facing : nearest;
}

}  // namespace resound
