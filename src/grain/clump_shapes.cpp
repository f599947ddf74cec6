#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "grain/clump.h"
#include "numerics/random_stream.h"

namespace resound {

// Rings of balls as thick as the disc, near enough to each other that nothing falls between them: between two that are
// 1.6 radii apart the surface dips by two fifths of a radius. Cost goes with their number.
std::vector<ClumpBall> disc_balls(double diameter, double thickness) {
  if (!(thickness > 0 && diameter >= thickness))
    throw InputError("a disc of balls must be at least as wide as it is thick");
  const double ball = thickness / 2, rim = diameter / 2 - ball, apart = 1.6 * ball;
  std::vector<ClumpBall> balls{{{}, ball}};
  const int rings = static_cast<int>(std::ceil(rim / apart));
  for (int ring = 1; ring <= rings; ++ring) {
    const double radius = rim * ring / rings;
    const int count = std::max(6, static_cast<int>(std::ceil(2 * std::numbers::pi * radius / apart)));
    for (int k = 0; k < count; ++k) {
      const double angle = 2 * std::numbers::pi * k / count;
      balls.push_back({{radius * std::cos(angle), radius * std::sin(angle), 0}, ball});
    }
  }
  return balls;
}

// Balls on a lattice over the six faces, corners and edges included, and one that fills the middle.
std::vector<ClumpBall> cube_balls(double edge, double rounding) {
  if (!(rounding > 0 && edge > 2 * rounding)) throw InputError("a die's edge must be longer than two roundings");
  const double half = edge / 2 - rounding;
  const int cells = std::max(1, static_cast<int>(std::ceil(2 * half / (1.2 * rounding))));
  std::vector<ClumpBall> balls{{{}, edge / 2}};
  for (int i = 0; i <= cells; ++i)
    for (int j = 0; j <= cells; ++j)
      for (int k = 0; k <= cells; ++k) {
        const auto outer = [&](int n) { return n == 0 || n == cells; };
        if (!outer(i) && !outer(j) && !outer(k)) continue;
        const auto at = [&](int n) { return half * (2.0 * n / cells - 1); };
        balls.push_back({{at(i), at(j), at(k)}, rounding});
      }
  return balls;
}

std::vector<ClumpBall> pebble_balls(double size, std::uint64_t seed) {
  if (!(size > 0)) throw InputError("a pebble needs a positive size");
  constexpr int kBalls = 8;
  RandomStream random(seed, 0, 0);
  std::vector<ClumpBall> balls;
  for (int k = 0; k < kBalls; ++k) {
    const double radius = size * random.uniform(0.22, 0.32), height = random.uniform(-1, 1),
                 angle = random.uniform(0, 2 * std::numbers::pi), flat = std::sqrt(1 - height * height);
    const double arm = size / 2 - radius;
    balls.push_back({{arm * flat * std::cos(angle), arm * flat * std::sin(angle), 0.7 * arm * height}, radius});
  }
  return balls;
}

}  // namespace resound
