#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <set>
#include <span>

#include "geometry/surface_index.h"
#include "numerics/symmetric_eigen.h"

namespace resound {
namespace {

constexpr double kSharp = 40 * std::numbers::pi / 180;  // [rad]  edges that bend more end a smooth patch
constexpr std::size_t kEnoughVertices = 16;             // for the six numbers of a quadric, with some to spare
constexpr std::size_t kMostTriangles = 2000;            // of a patch: more tell nothing new

struct Frame {
  Vec3 x, y, z;
};

Frame frame_about(const Vec3& normal) {
  const Vec3 aside = std::abs(normal.x) < 0.6 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 x = normalized(cross(aside, normal));
  return {x, cross(normal, x), normal};
}

}  // namespace

// Rings of triangles around the place, as far as the surface stays smooth: each triangle bends less than kSharp from
// its neighbour and less than a right angle from the place itself.
std::vector<int> SurfaceIndex::smooth_patch(const SurfacePoint& place, double radius) const {
  std::vector<int> patch{place.triangle};
  std::set<int> seen{place.triangle}, vertices;
  const auto add_vertices = [&](int t) { vertices.insert(mesh_.triangles[t].begin(), mesh_.triangles[t].end()); };
  const auto is_near = [&](int t) {
    const Triangle& corner = mesh_.triangles[t];
    return std::any_of(corner.begin(), corner.end(),
                       [&](int v) { return length(mesh_.vertices[v] - place.position) <= radius; });
  };
  add_vertices(place.triangle);
  std::size_t begin = 0;
  while (begin < patch.size() && patch.size() < kMostTriangles) {
    const bool has_enough = vertices.size() >= kEnoughVertices;
    const std::size_t end = patch.size();
    for (std::size_t i = begin; i < end; ++i)
      for (const int t : neighbours_[patch[i]]) {
        if (t < 0 || seen.contains(t) || (has_enough && !is_near(t))) continue;
        if (dot(normals_[t], normals_[patch[i]]) < std::cos(kSharp) || dot(normals_[t], place.normal) < 0.3) continue;
        seen.insert(t);
        patch.push_back(t);
        add_vertices(t);
      }
    begin = end;
  }
  return {vertices.begin(), vertices.end()};
}

// Least squares for  z = c0 + c1 x + c2 y + (c3 x^2 + 2 c4 x y + c5 y^2)/2  in the frame of the place, near vertices
// counting most; then the eigenvalues of the shape operator of that quadric at the place.
Curvature SurfaceIndex::curvature(const SurfacePoint& place, double radius) const {
  const std::vector<int> vertices = smooth_patch(place, radius);
  const Frame frame = frame_about(place.normal);
  double reach = 0;
  for (const int v : vertices) reach = std::max(reach, length(mesh_.vertices[v] - place.position));
  if (vertices.size() < 6 || reach == 0) return {};

  std::vector<double> normal(36);
  std::array<double, 6> right{};
  for (const int v : vertices) {
    const Vec3 d = (mesh_.vertices[v] - place.position) / reach;  // without units: the matrix is well scaled
    const double x = dot(d, frame.x), y = dot(d, frame.y), z = dot(d, frame.z), weight = std::exp(-4 * dot(d, d));
    const std::array<double, 6> row{1, x, y, x * x / 2, x * y, y * y / 2};
    for (std::size_t i = 0; i < 6; ++i) {
      for (std::size_t j = 0; j < 6; ++j) normal[6 * i + j] += weight * row[i] * row[j];
      right[i] += weight * z * row[i];
    }
  }
  const EigenPairs pairs = symmetric_eigenpairs(std::move(normal), 6);
  std::array<double, 6> c{};
  for (std::size_t k = 0; k < 6; ++k) {
    // directions that the vertices say nothing about (all on one line, on one circle) are left flat
    if (pairs.values[k] <= 1e-9 * pairs.values[5]) continue;
    const std::span vector = std::span(pairs.vectors).subspan(6 * k, 6);
    const double along = std::inner_product(vector.begin(), vector.end(), right.begin(), 0.0) / pairs.values[k];
    for (std::size_t i = 0; i < 6; ++i) c[i] += along * vector[i];
  }

  // of the shape operator, I^-1 II
  const double fx = c[1], fy = c[2], square = 1 + fx * fx + fy * fy, size = std::sqrt(square);
  const double half = ((1 + fy * fy) * c[3] - 2 * fx * fy * c[4] + (1 + fx * fx) * c[5]) / (2 * square * size);
  const double determinant = (c[3] * c[5] - c[4] * c[4]) / (square * square);
  const double spread = std::sqrt(std::max(0.0, half * half - determinant));
  return {(-half + spread) / reach, (-half - spread) / reach};  // a convex surface falls away below its tangent plane
}

}  // namespace resound
