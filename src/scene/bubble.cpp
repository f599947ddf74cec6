#include "scene/bubble.h"

#include <cmath>
#include <numbers>

namespace resound {
namespace {

constexpr double kGamma = 1.4;               // [1]      of air
constexpr double kAirDiffusivity = 2.12e-5;  // [m^2/s]  of heat in air

}  // namespace

double bubble_decay(double radius) { return 0.13 / radius + 0.0072 * std::pow(radius, -1.5); }

double minnaert_constant(const LiquidMatter& matter) {
  return std::sqrt(3 * kGamma * matter.pressure / matter.density) / (2 * std::numbers::pi);
}

double bubble_decay(double radius, double frequency, const LiquidMatter& matter) {
  const double omega = 2 * std::numbers::pi * frequency;  // [rad/s]
  const double radiation = omega * radius / matter.sound_speed;
  const double viscosity = 4 * matter.viscosity / (matter.density * omega * radius * radius);
  const double x = radius * std::sqrt(2 * omega / kAirDiffusivity);
  const double heat = 3 * (kGamma - 1) * (1 - 2 / x) / (x + 3 * (kGamma - 1));
  return std::numbers::pi * frequency * (radiation + heat + viscosity);
}

double published_bubble_decay(double frequency) { return 0.043 * frequency + 0.0014 * std::pow(frequency, 1.5); }

double bubble_pressure(double radius, double minnaert_constant, double medium_density) {
  return bubble_pressure(radius, minnaert_constant, medium_density, kBubbleSwing);
}

double bubble_pressure(double radius, double minnaert_constant, double medium_density, double swing) {
  const double omega = 2 * std::numbers::pi * minnaert_constant / radius;  // [rad/s]
  return medium_density * omega * omega * swing * radius * radius * radius;
}

}  // namespace resound
