#include "grain/clump.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/error.h"
#include "numerics/pose.h"

namespace resound {
namespace {

using Matrix = std::array<std::array<double, 3>, 3>;

// Integrals over a body of 1, x and x x^T.
struct Moments {
  double volume = 0;              // [m^3]
  std::array<double, 3> first{};  // [m^4]
  Matrix second{};                // [m^5]

  void add_column(double area, double x, double y, double from, double to) {
    const double z0 = to - from, z1 = (to * to - from * from) / 2, z2 = (to * to * to - from * from * from) / 3;
    const std::array<double, 3> line{x * z0, y * z0, z1};
    volume += area * z0;
    for (int k = 0; k < 3; ++k) first[k] += area * line[k];
    second[0][0] += area * x * x * z0;
    second[1][1] += area * y * y * z0;
    second[2][2] += area * z2;
    second[0][1] += area * x * y * z0;
    second[0][2] += area * x * z1;
    second[1][2] += area * y * z1;
  }
};

// Along z the union of balls is a few intervals, exactly; across it columns are summed.
Moments moments_of(const std::vector<ClumpBall>& balls) {
  constexpr int kColumns = 512;
  double low_x = 1e300, high_x = -1e300, low_y = 1e300, high_y = -1e300;
  for (const ClumpBall& b : balls) {
    low_x = std::min(low_x, b.offset.x - b.radius);
    high_x = std::max(high_x, b.offset.x + b.radius);
    low_y = std::min(low_y, b.offset.y - b.radius);
    high_y = std::max(high_y, b.offset.y + b.radius);
  }
  const double dx = (high_x - low_x) / kColumns, dy = (high_y - low_y) / kColumns;
  Moments sum;
  std::vector<std::pair<double, double>> intervals;
  for (int i = 0; i < kColumns; ++i)
    for (int j = 0; j < kColumns; ++j) {
      const double x = low_x + (i + 0.5) * dx, y = low_y + (j + 0.5) * dy;
      intervals.clear();
      for (const ClumpBall& b : balls) {
        const double h2 = b.radius * b.radius - std::pow(x - b.offset.x, 2) - std::pow(y - b.offset.y, 2);
        if (h2 > 0) intervals.emplace_back(b.offset.z - std::sqrt(h2), b.offset.z + std::sqrt(h2));
      }
      std::sort(intervals.begin(), intervals.end());
      for (std::size_t k = 0; k < intervals.size();) {
        auto [from, to] = intervals[k];
        for (++k; k < intervals.size() && intervals[k].first <= to; ++k) to = std::max(to, intervals[k].second);
        sum.add_column(dx * dy, x, y, from, to);
      }
    }
  return sum;
}

// Turns a symmetric matrix until it is diagonal (Jacobi); returns the axes as columns.
Matrix make_diagonal(Matrix& m) {
  Matrix axes{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (int sweep = 0; sweep < 30; ++sweep)
    for (int p = 0; p < 2; ++p)
      for (int q = p + 1; q < 3; ++q) {
        const double scale = std::abs(m[p][p]) + std::abs(m[q][q]);
        if (std::abs(m[p][q]) <= 1e-9 * scale) continue;
        const double angle = 0.5 * std::atan2(2 * m[p][q], m[q][q] - m[p][p]), c = std::cos(angle), s = std::sin(angle);
        const auto turn = [&](Matrix& a, bool rows) {
          for (int k = 0; k < 3; ++k) {
            double &x = rows ? a[p][k] : a[k][p], &y = rows ? a[q][k] : a[k][q];
            const double old = x;
            x = c * old - s * y;
            y = s * old + c * y;
          }
        };
        turn(m, true);
        turn(m, false);
        turn(axes, false);
      }
  return axes;
}

}  // namespace

GrainKind clump(GrainKind like, std::vector<ClumpBall> balls) {
  if (balls.empty()) throw InputError("a clump needs at least one ball");
  for (const ClumpBall& ball : balls)
    if (!(ball.radius > 0)) throw InputError("each ball of a clump needs a positive radius");
  Moments m = moments_of(balls);
  const Vec3 centre = Vec3{m.first[0], m.first[1], m.first[2]} / m.volume;
  const std::array<double, 3> c{centre.x, centre.y, centre.z};
  Matrix spread{};  // [m^2]  about the centre
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j) spread[i][j] = spread[j][i] = m.second[i][j] / m.volume - c[i] * c[j];
  Matrix axes = make_diagonal(spread);
  const auto axis = [&](int k) { return Vec3{axes[0][k], axes[1][k], axes[2][k]}; };
  const Vec3 x = axis(0), y = axis(1), z = cross(x, y);  // right-handed
  for (ClumpBall& ball : balls) {
    const Vec3 d = ball.offset - centre;
    ball.offset = {dot(x, d), dot(y, d), dot(z, d)};
  }
  like.radius = std::cbrt(3 * m.volume / (4 * std::numbers::pi));
  like.inertia = {spread[1][1] + spread[2][2], spread[2][2] + spread[0][0], spread[0][0] + spread[1][1]};
  like.balls = std::move(balls);
  return like;
}

}  // namespace resound
