#include "scene/bubble.h"

#include <cmath>
#include <numbers>

namespace resound {

double bubble_decay(double radius) { return 0.13 / radius + 0.0072 * std::pow(radius, -1.5); }

double bubble_pressure(double radius, double minnaert_constant, double medium_density) {
  const double omega = 2 * std::numbers::pi * minnaert_constant / radius;  // [rad/s]
  return medium_density * omega * omega * kBubbleSwing * radius * radius * radius;
}

}  // namespace resound
