#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "geometry/surface_index.h"

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

  Eigen::Matrix<double, 6, 6> normal = Eigen::Matrix<double, 6, 6>::Zero();
  Eigen::Matrix<double, 6, 1> right = Eigen::Matrix<double, 6, 1>::Zero();
  for (const int v : vertices) {
    const Vec3 d = (mesh_.vertices[v] - place.position) / reach;  // without units: the matrix is well scaled
    const double x = dot(d, frame.x), y = dot(d, frame.y), z = dot(d, frame.z), weight = std::exp(-4 * dot(d, d));
    const Eigen::Matrix<double, 6, 1> row{1, x, y, x * x / 2, x * y, y * y / 2};
    normal += weight * row * row.transpose();
    right += weight * z * row;
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, 6, 6>> solver(normal);
  const Eigen::Matrix<double, 6, 1>& values = solver.eigenvalues();
  Eigen::Matrix<double, 6, 1> c = solver.eigenvectors().transpose() * right;
  // directions that the vertices say nothing about (all on one line, on one circle) are left flat
  for (int i = 0; i < 6; ++i) c[i] = values[i] > 1e-9 * values[5] ? c[i] / values[i] : 0;
  c = solver.eigenvectors() * c;

  const double fx = c[1], fy = c[2], size = std::sqrt(1 + fx * fx + fy * fy);
  Eigen::Matrix2d first, second;
  first << 1 + fx * fx, fx * fy, fx * fy, 1 + fy * fy;
  second << c[3], c[4], c[4], c[5];
  const Eigen::Matrix2d shape = first.inverse() * second / size;
  const double half = shape.trace() / 2, spread = std::sqrt(std::max(0.0, half * half - shape.determinant()));
  return {(-half + spread) / reach, (-half - spread) / reach};  // a convex surface falls away below its tangent plane
}

}  // namespace resound
