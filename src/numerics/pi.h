#pragma once

#include <numbers>

namespace resound {

inline constexpr double kPi = std::numbers::pi;
inline constexpr double kTurn = 2 * kPi;      // [rad]
inline constexpr double kDegree = kPi / 180;  // [rad]

}  // namespace resound
