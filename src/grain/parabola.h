#pragma once
#include <cmath>
#include <limits>

namespace resound {

inline constexpr double kNever = std::numeric_limits<double>::infinity();

// When d + v t + a t^2 / 2 first falls through zero, at or after t = 0: the time to a plane, to a cell's side, or the
// step that surely meets nothing when a is a lower bound. Written so that no root loses digits.
inline double first_zero(double d, double v, double a) {
  if (d <= 0 && v < 0) return 0;
  if (a == 0) return v < 0 ? -d / v : kNever;
  const double discriminant = v * v - 2 * a * d;
  if (a > 0) {
    if (v >= 0 || discriminant < 0) return kNever;
    return 2 * d / (std::sqrt(discriminant) - v);
  }
  const double root = std::sqrt(discriminant > 0 ? discriminant : 0);
  return v >= 0 ? (v + root) / -a : 2 * d / (root - v);
}

}  // namespace resound
