#include "geometry/surface_index.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "geometry/nearest_on_triangle.h"

namespace resound {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

double squared_distance(const Box& box, const Vec3& p) {
  const auto outside = [](double x, double low, double high) { return std::max({low - x, 0.0, x - high}); };
  const double x = outside(p.x, box.low.x, box.high.x), y = outside(p.y, box.low.y, box.high.y),
               z = outside(p.z, box.low.z, box.high.z);
  return x * x + y * y + z * z;
}

// Where a ray enters a box, or never.
double entry(const Box& box, const Vec3& o, const Vec3& d) {
  double enter = 0, leave = kNever;
  const auto slab = [&](double origin, double direction, double low, double high) {
    if (direction == 0) {
      if (origin < low || origin > high) leave = -1;
      return;
    }
    const double a = (low - origin) / direction, b = (high - origin) / direction;
    enter = std::max(enter, std::min(a, b));
    leave = std::min(leave, std::max(a, b));
  };
  slab(o.x, d.x, box.low.x, box.high.x);
  slab(o.y, d.y, box.low.y, box.high.y);
  slab(o.z, d.z, box.low.z, box.high.z);
  const double slack = 1e-12 * (1 + std::abs(leave == kNever ? 0 : leave));  // a box may be flat
  return enter <= leave + slack ? enter : kNever;
}

struct RayHit {
  double distance = kNever;
  std::array<double, 3> weights{};
};

// Moeller & Trumbore 1997; edges belong to both of their triangles, so that no ray slips between.
RayHit intersect(const Vec3& o, const Vec3& d, const Vec3& a, const Vec3& b, const Vec3& c) {
  constexpr double kSlack = 1e-10;
  const Vec3 e1 = b - a, e2 = c - a, p = cross(d, e2);
  const double det = dot(e1, p);
  if (det == 0) return {};
  const Vec3 s = o - a, q = cross(s, e1);
  const double u = dot(s, p) / det, v = dot(d, q) / det;
  if (!(u >= -kSlack && v >= -kSlack && u + v <= 1 + kSlack)) return {};
  return {dot(e2, q) / det, {1 - u - v, u, v}};
}

std::vector<std::array<int, 3>> neighbours_of(const TriangleMesh& mesh) {
  struct Use {
    std::pair<int, int> edge;  // smaller vertex first
    int triangle, corner;
  };
  std::vector<Use> uses;
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t)
    for (int k = 0; k < 3; ++k)
      uses.push_back({std::minmax(int{mesh.triangles[t][k]}, int{mesh.triangles[t][(k + 1) % 3]}), t, k});
  std::stable_sort(uses.begin(), uses.end(), [](const Use& a, const Use& b) { return a.edge < b.edge; });
  std::vector<std::array<int, 3>> result(mesh.triangles.size(), {-1, -1, -1});
  for (std::size_t i = 0; i < uses.size();) {
    std::size_t end = i + 1;
    while (end < uses.size() && uses[end].edge == uses[i].edge) ++end;
    if (end == i + 2) {
      result[uses[i].triangle][uses[i].corner] = uses[i + 1].triangle;
      result[uses[i + 1].triangle][uses[i + 1].corner] = uses[i].triangle;
    }
    i = end;
  }
  return result;
}

}  // namespace

SurfaceIndex::SurfaceIndex(TriangleMesh mesh)
    : mesh_(std::move(mesh)), tree_(mesh_), neighbours_(neighbours_of(mesh_)) {
  for (const Triangle& t : mesh_.triangles) {
    const Vec3 n = cross(mesh_.vertices[t[1]] - mesh_.vertices[t[0]], mesh_.vertices[t[2]] - mesh_.vertices[t[0]]);
    const double size = length(n);
    normals_.push_back(size > 0 ? n / size : Vec3{});
  }
}

std::optional<SurfacePoint> SurfaceIndex::nearest(const Vec3& place) const {
  SurfacePoint best;
  double best_squared = kNever;
  tree_.visit([&](const Box& box) { return squared_distance(box, place) < best_squared; },
              [&](const Box& box) { return squared_distance(box, place); },
              [&](int t) {
                const Triangle& corner = mesh_.triangles[t];
                const Vec3 &a = mesh_.vertices[corner[0]], &b = mesh_.vertices[corner[1]],
                           &c = mesh_.vertices[corner[2]];
                const std::array<double, 3> w = nearest_weights(place, a, b, c);
                const Vec3 on = w[0] * a + w[1] * b + w[2] * c;
                const double squared = dot(on - place, on - place);
                if (!(squared < best_squared)) return;
                best_squared = squared;
                best = {t, w, on, normals_[t], std::sqrt(squared)};
              });
  if (best.triangle < 0) return std::nullopt;
  return best;
}

std::optional<SurfacePoint> SurfaceIndex::first_hit(const Vec3& origin, const Vec3& direction, double from,
                                                    double farthest) const {
  SurfacePoint best;
  double limit = farthest;
  tree_.visit([&](const Box& box) { return entry(box, origin, direction) < limit; },
              [&](const Box& box) { return entry(box, origin, direction); },
              [&](int t) {
                const Triangle& corner = mesh_.triangles[t];
                const RayHit hit = intersect(origin, direction, mesh_.vertices[corner[0]], mesh_.vertices[corner[1]],
                                             mesh_.vertices[corner[2]]);
                if (!(hit.distance >= from && hit.distance < limit)) return;
                limit = hit.distance;
                best = {t, hit.weights, origin + hit.distance * direction, normals_[t], hit.distance};
              });
  if (best.triangle < 0) return std::nullopt;
  return best;
}

double SurfaceIndex::thinnest_wall(double share) const {
  struct Sample {
    double thickness, area;
  };
  std::vector<Sample> samples;
  double total = 0;
  const Box bounds = tree_.bounds();
  const double skip = 1e-9 * length(bounds.high - bounds.low);
  for (std::size_t t = 0; t < mesh_.triangles.size(); ++t) {
    const Triangle& corner = mesh_.triangles[t];
    const Vec3 &a = mesh_.vertices[corner[0]], &b = mesh_.vertices[corner[1]], &c = mesh_.vertices[corner[2]];
    const double area = length(cross(b - a, c - a)) / 2;
    if (area == 0) continue;
    const auto hit = first_hit((a + b + c) / 3, -normals_[t], skip);
    if (!hit || dot(hit->normal, normals_[t]) > -0.5) continue;  // not the far side of a wall
    samples.push_back({hit->distance, area});
    total += area;
  }
  if (samples.empty()) return 0;
  std::sort(samples.begin(), samples.end(), [](const Sample& a, const Sample& b) { return a.thickness < b.thickness; });
  double passed = 0;
  for (const Sample& sample : samples) {
    passed += sample.area;
    if (passed >= share * total) return sample.thickness;
  }
  return samples.back().thickness;
}

}  // namespace resound
