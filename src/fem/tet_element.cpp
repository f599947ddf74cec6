#include "fem/tet_element.h"

#include <cmath>
#include <string>
#include <vector>

#include "base/error.h"

namespace resound {

namespace {

// Barycentric coordinates L and the shape functions there: L (2 L - 1) at corners, 4 L L' at the middles of edges.
using Barycentric = std::array<double, 4>;
constexpr std::array<std::array<int, 2>, 6> kEdges{{{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}}};

std::array<double, 10> shape_functions(const Barycentric& l) {
  std::array<double, 10> n{};
  for (std::size_t i = 0; i < 4; ++i) n[i] = l[i] * (2 * l[i] - 1);
  for (std::size_t e = 0; e < 6; ++e)
    n[4 + e] = 4 * l[static_cast<std::size_t>(kEdges[e][0])] * l[static_cast<std::size_t>(kEdges[e][1])];
  return n;
}

// Derivatives to L1, L2, L3, with L0 = 1 - L1 - L2 - L3.
std::array<Vec3, 10> local_gradients(const Barycentric& l) {
  constexpr std::array<Vec3, 4> d{{{-1, -1, -1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  std::array<Vec3, 10> g;
  for (std::size_t i = 0; i < 4; ++i) g[i] = (4 * l[i] - 1) * d[i];
  for (std::size_t e = 0; e < 6; ++e) {
    const auto a = static_cast<std::size_t>(kEdges[e][0]), b = static_cast<std::size_t>(kEdges[e][1]);
    g[4 + e] = 4 * l[a] * d[b] + 4 * l[b] * d[a];
  }
  return g;
}

// Columns are the derivatives of the position to L1, L2, L3.
struct Jacobian {
  Vec3 a, b, c;
  double determinant() const { return dot(a, cross(b, c)); }
};

template <std::size_t kNodes>
Jacobian jacobian(const std::array<Vec3, kNodes>& nodes, const std::array<Vec3, kNodes>& local) {
  Jacobian j;
  for (std::size_t i = 0; i < kNodes; ++i) {
    j.a += local[i].x * nodes[i];
    j.b += local[i].y * nodes[i];
    j.c += local[i].z * nodes[i];
  }
  return j;
}

void check_upright(double determinant, int number) {
  if (!(determinant > 0))
    throw InputError("tetrahedron " + std::to_string(number) +
                     " is flat, inverted or folded; mesh the body again, with smaller elements where it curves");
}

// Local gradients to gradients in space, which are J^-T times them.
template <std::size_t kNodes>
std::array<Vec3, kNodes> in_space(const std::array<Vec3, kNodes>& local, const Jacobian& j) {
  const double scale = 1 / j.determinant();
  const Vec3 x = scale * cross(j.b, j.c), y = scale * cross(j.c, j.a), z = scale * cross(j.a, j.b);
  std::array<Vec3, kNodes> result;
  for (std::size_t i = 0; i < kNodes; ++i) result[i] = local[i].x * x + local[i].y * y + local[i].z * z;
  return result;
}

struct QuadraturePoint {
  Barycentric l;
  double weight;  // of the volume of the reference tetrahedron, 1/6
};

// Exact up to the fifth degree [Keast 1986, 15 points].
std::vector<QuadraturePoint> fifteen_points() {
  std::vector<QuadraturePoint> points{{{0.25, 0.25, 0.25, 0.25}, 0.030283678097089}};
  const auto four = [&](double one, double others, double weight) {
    for (std::size_t i = 0; i < 4; ++i) {
      Barycentric l{others, others, others, others};
      l[i] = one;
      points.push_back({l, weight});
    }
  };
  four(0, 1.0 / 3, 0.006026785714286);
  four(8.0 / 11, 1.0 / 11, 0.011645249086029);
  const double small = 0.066550153573664, large = 0.433449846426336;
  for (const auto& edge : kEdges) {
    Barycentric l{large, large, large, large};
    for (const int i : edge) l[static_cast<std::size_t>(i)] = small;
    points.push_back({l, 0.010949141561386});
  }
  return points;
}

struct MassPoint {
  std::array<Vec3, 10> local;
  std::array<double, 55> products;  // weight N_i N_j
};

std::vector<MassPoint> mass_points() {
  std::vector<MassPoint> result;
  for (const QuadraturePoint& point : fifteen_points()) {
    MassPoint at{local_gradients(point.l), {}};
    const auto n = shape_functions(point.l);
    std::size_t k = 0;
    for (std::size_t i = 0; i < 10; ++i)
      for (std::size_t j = 0; j <= i; ++j) at.products[k++] = point.weight * n[i] * n[j];
    result.push_back(at);
  }
  return result;
}

}  // namespace

TetElement<10> quadratic_tet(const std::array<Vec3, 10>& nodes, int number) {
  TetElement<10> element{};
  const double near = (5 + 3 * std::sqrt(5.0)) / 20, far = (5 - std::sqrt(5.0)) / 20;
  for (std::size_t p = 0; p < 4; ++p) {
    Barycentric l{far, far, far, far};
    l[p] = near;
    const auto local = local_gradients(l);
    const Jacobian j = jacobian(nodes, local);
    check_upright(j.determinant(), number);
    element.gradients[p] = in_space(local, j);
    element.volumes[p] = j.determinant() / 24;
  }
  static const std::vector<MassPoint> points = mass_points();
  for (const MassPoint& point : points) {
    const double determinant = jacobian(nodes, point.local).determinant();
    check_upright(determinant, number);
    for (std::size_t k = 0; k < element.mass.size(); ++k) element.mass[k] += determinant * point.products[k];
  }
  return element;
}

TetElement<4> linear_tet(const std::array<Vec3, 4>& nodes, int number) {
  constexpr std::array<Vec3, 4> local{{{-1, -1, -1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  const Jacobian j = jacobian(nodes, local);
  check_upright(j.determinant(), number);
  TetElement<4> element{};
  element.gradients[0] = in_space(local, j);
  element.volumes[0] = j.determinant() / 6;
  std::size_t k = 0;
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t m = 0; m <= i; ++m) element.mass[k++] = element.volumes[0] * (i == m ? 0.1 : 0.05);
  return element;
}

}  // namespace resound
