#include "geometry/shell_wall.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace resound {
namespace {

double smooth_step(double from, double to, double x) {
  const double t = std::clamp((x - from) / (to - from), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

}  // namespace

ShellWall shell_wall(const BowlShape& s) {
  const double a = s.radius - s.wall / 2, b = s.height - s.wall / 2;  // [m]  half axes of the middle surface
  return {MeridianCurve([=](double t) {
            const double angle = t * std::numbers::pi / 2;
            return MeridianPoint{a * std::sin(angle), s.wall / 2 + b * (1 - std::cos(angle))};
          }),
          [wall = s.wall](double) { return wall; }, 0.5};
}

ShellWall shell_wall(const BellShape& s) {
  // outer side of a bell in shares of mouth radius and height: crown, shoulder, waist, lip; drawn after common profiles
  constexpr MeridianPoint kProfile[] = {{0, 1},       {0.28, 0.985}, {0.43, 0.90}, {0.50, 0.72},
                                        {0.57, 0.48}, {0.69, 0.26},  {0.88, 0.10}, {1, 0}};
  std::vector<MeridianPoint> points;
  for (const MeridianPoint& p : kProfile) points.push_back({p.r * s.radius, p.z * s.height});
  return {MeridianCurve(curve_through(points, {1, 0}, {0, -1})),
          [s](double share) {
            const double bow = smooth_step(0.5, 0.85, share) - 0.4 * smooth_step(0.88, 1, share);
            return s.wall + (s.sound_bow - s.wall) * bow;
          },
          1.0};
}

}  // namespace resound
