#include "motion/solid/rigid_fit.h"

#include <array>
#include <cassert>

#include "numerics/blas.h"

namespace resound {
namespace {

struct Centres {
  Vec3 rest, now;
};

Centres centres_of(std::span<const Vec3> rest, std::span<const Vec3> now, std::span<const double> weights) {
  Centres centres;
  double total = 0;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    centres.rest += weights[i] * rest[i];
    centres.now += weights[i] * now[i];
    total += weights[i];
  }
  return {centres.rest / total, centres.now / total};
}

}  // namespace

// The best turn, as a quaternion, is the eigenvector of the largest eigenvalue of a 4 x 4 matrix of second moments
// S_ab = sum w rest_a now_b.
Pose rigid_fit(std::span<const Vec3> rest, std::span<const Vec3> now, std::span<const double> weights) {
  assert(rest.size() == now.size() && rest.size() == weights.size());
  const Centres centres = centres_of(rest, now, weights);
  double s[3][3] = {};
  for (std::size_t i = 0; i < rest.size(); ++i) {
    const Vec3 a = weights[i] * (rest[i] - centres.rest), b = now[i] - centres.now;
    const double from[] = {a.x, a.y, a.z}, to[] = {b.x, b.y, b.z};
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) s[r][c] += from[r] * to[c];
  }
  std::array<double, 16> n{
      s[0][0] + s[1][1] + s[2][2], s[1][2] - s[2][1], s[2][0] - s[0][2], s[0][1] - s[1][0], s[1][2] - s[2][1],
      s[0][0] - s[1][1] - s[2][2], s[0][1] + s[1][0], s[2][0] + s[0][2], s[2][0] - s[0][2], s[0][1] + s[1][0],
      s[1][1] - s[0][0] - s[2][2], s[1][2] + s[2][1], s[0][1] - s[1][0], s[2][0] + s[0][2], s[1][2] + s[2][1],
      s[2][2] - s[0][0] - s[1][1]};
  const int size = 4, work_size = 1 + 6 * 4 + 2 * 16, integer_size = 3 + 5 * 4;
  std::array<double, 4> values{};
  std::array<double, work_size> work{};
  std::array<int, integer_size> integers{};
  int info = 0;
  dsyevd_("V", "U", &size, n.data(), &size, values.data(), work.data(), &work_size, integers.data(), &integer_size,
          &info);
  Rotation turn{n[12], n[13], n[14], n[15]};
  if (turn.w < 0) turn = {-turn.w, -turn.x, -turn.y, -turn.z};
  return {centres.now - turn * centres.rest, turn};
}

}  // namespace resound
