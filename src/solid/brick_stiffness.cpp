#include "solid/brick_stiffness.h"

#include <Eigen/Dense>
#include <cmath>
#include <cstddef>

#include "base/error.h"

namespace resound {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Gradients = Eigen::Matrix<double, 3, 8>;    // of the shape functions
using Stiffness = Eigen::Matrix<double, 24, 24>;  // condensed
using ShapeSums = Eigen::Matrix<double, 3, 8>;    // of the corners

// Signs of xi, eta, zeta at the corners.
constexpr double kSign[8][3] = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};

// The hourglass shapes at corner a: eta zeta, zeta xi, xi eta, xi eta zeta.
std::array<double, 4> warp_signs(int a) {
  const double* s = kSign[a];
  return {s[1] * s[2], s[2] * s[0], s[0] * s[1], s[0] * s[1] * s[2]};
}

Gradients local_gradients(const Vector3d& at) {
  Gradients d;
  for (int a = 0; a < 8; ++a) {
    const double* s = kSign[a];
    const double fx = 1 + s[0] * at[0], fy = 1 + s[1] * at[1], fz = 1 + s[2] * at[2];
    d.col(a) = 0.125 * Vector3d(s[0] * fy * fz, fx * s[1] * fz, fx * fy * s[2]);
  }
  return d;
}

// Strains xx yy zz and engineering shears yz zx xy of a displacement along each axis with the gradient g.
Eigen::Matrix<double, 6, 3> strain_of(const Vector3d& g) {
  Eigen::Matrix<double, 6, 3> b;
  b << g[0], 0, 0, 0, g[1], 0, 0, 0, g[2], 0, g[2], g[1], g[2], 0, g[0], g[1], g[0], 0;
  return b;
}

Eigen::Matrix<double, 6, 6> elasticity(double lambda, double mu) {
  Eigen::Matrix<double, 6, 6> c = Eigen::Matrix<double, 6, 6>::Zero();
  c.topLeftCorner<3, 3>().setConstant(lambda);
  c.diagonal() << lambda + 2 * mu, lambda + 2 * mu, lambda + 2 * mu, mu, mu, mu;
  return c;
}

struct Integrated {
  Stiffness stiffness;
  Eigen::Matrix<double, 8, 1> node_volume;
};

// 2 x 2 x 2 points of Gauss. The gradients of the incompatible modes are (det J0 / det J) J0^-T d/dxi with J0 at the
// centre: so a constant stress does no work on them and the patch test holds.
Integrated integrate(const ShapeSums& corners, double lambda, double mu) {
  const Matrix3d centre = corners * local_gradients(Vector3d::Zero()).transpose();  // du/dxi
  const auto law = elasticity(lambda, mu);
  Stiffness uu = Stiffness::Zero();
  Eigen::Matrix<double, 24, 9> ua = Eigen::Matrix<double, 24, 9>::Zero();
  Eigen::Matrix<double, 9, 9> aa = Eigen::Matrix<double, 9, 9>::Zero();
  Integrated result;
  result.node_volume.setZero();
  const double gauss = 1 / std::sqrt(3.0);
  for (int point = 0; point < 8; ++point) {
    const Vector3d at = gauss * Vector3d(kSign[point][0], kSign[point][1], kSign[point][2]);
    const Gradients local = local_gradients(at);
    const Matrix3d jacobian = corners * local.transpose();
    const double volume = jacobian.determinant();
    if (!(volume > 0) || !(centre.determinant() > 0))
      throw InputError("a brick is folded or turned inside out; mesh the solid anew");
    const Gradients gradient = jacobian.inverse().transpose() * local;
    const Matrix3d bubble = centre.determinant() / volume * centre.inverse().transpose();  // columns: d/dxi, …
    Eigen::Matrix<double, 6, 24> b;
    for (int a = 0; a < 8; ++a) b.middleCols<3>(3 * a) = strain_of(gradient.col(a));
    Eigen::Matrix<double, 6, 9> e;
    for (int m = 0; m < 3; ++m) e.middleCols<3>(3 * m) = strain_of(-2 * at[m] * bubble.col(m));
    uu += volume * b.transpose() * law * b;
    ua += volume * b.transpose() * law * e;
    aa += volume * e.transpose() * law * e;
    for (int a = 0; a < 8; ++a)
      result.node_volume[a] +=
          volume * 0.125 * (1 + kSign[a][0] * at[0]) * (1 + kSign[a][1] * at[1]) * (1 + kSign[a][2] * at[2]);
  }
  result.stiffness = uu - ua * aa.ldlt().solve(ua.transpose());
  return result;
}

// Displacements of the 24 for each of the 18 strains of the kernel: six symmetric stretches of the rest shape, then
// hourglass amplitudes, which the kernel measures as plain sums over eight corners.
Eigen::Matrix<double, 24, 18> displacements(const ShapeSums& corners) {
  Eigen::Matrix<double, 24, 18> u = Eigen::Matrix<double, 24, 18>::Zero();
  for (int a = 0; a < 8; ++a) {
    const Vector3d x = corners.col(a) - corners.col(0);
    u.block<3, 6>(3 * a, 0) << x[0], 0, 0, 0, x[2], x[1], 0, x[1], 0, x[2], 0, x[0], 0, 0, x[2], x[1], x[0], 0;
    const auto sign = warp_signs(a);
    for (int k = 0; k < 4; ++k)
      u.block<3, 3>(3 * a, 6 + 3 * k) = sign[static_cast<std::size_t>(k)] / 8 * Matrix3d::Identity();
  }
  return u;
}

}  // namespace

BrickNumbers brick_numbers(const std::array<Vec3, 8>& nodes, double lambda, double mu) {
  ShapeSums corners;
  for (std::size_t a = 0; a < 8; ++a) corners.col(static_cast<int>(a)) << nodes[a].x, nodes[a].y, nodes[a].z;
  const Integrated element = integrate(corners, lambda, mu);
  BrickNumbers numbers;
  for (std::size_t a = 0; a < 8; ++a) numbers.node_volume[a] = element.node_volume[static_cast<int>(a)];

  Matrix3d linear = Matrix3d::Zero();
  for (int a = 0; a < 8; ++a) {
    const auto sign = warp_signs(a);
    for (int i = 0; i < 3; ++i) {
      for (int m = 0; m < 3; ++m) linear(i, m) += corners(i, a) * kSign[a][m];
      for (std::size_t k = 0; k < 4; ++k) numbers.warp[3 * k + static_cast<std::size_t>(i)] += corners(i, a) * sign[k];
    }
  }
  const Matrix3d gradient = linear.inverse();
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) numbers.gradient[static_cast<std::size_t>(3 * i + j)] = gradient(i, j);

  const auto u = displacements(corners);
  const Eigen::Matrix<double, 18, 18> k = u.transpose() * element.stiffness * u;
  auto next = numbers.stiffness.begin();
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column <= row; ++column)
      for (int i = 0; i < 6; ++i)
        for (int j = 0; j <= (row == column ? i : 5); ++j) *next++ = -k(6 * row + i, 6 * column + j);
  return numbers;
}

}  // namespace resound
