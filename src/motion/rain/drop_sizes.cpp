#include "motion/rain/drop_sizes.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

namespace resound {
namespace {

constexpr double kWaterDensity = 998.2;            // [kg/m^3] at 20 degrees
constexpr double kMetresPerSecond = 1 / 3.6e6;     // of 1 mm/h
constexpr double kSmallest = 0.6, kLargest = 6.0;  // [mm] where the fit of the speed holds

}  // namespace

double terminal_speed(double diameter) {
  const double d = diameter * 1e3;  // [mm]
  const auto fit = [](double mm) { return 9.65 - 10.3 * std::exp(-0.6 * mm); };
  return d < kSmallest ? fit(kSmallest) * d / kSmallest : fit(std::min(d, kLargest));
}

double water_mass(double diameter) { return kWaterDensity * std::numbers::pi / 6 * diameter * diameter * diameter; }

DropSizes::DropSizes(double rain_rate, double min_diameter, double max_diameter)
    : slope_(4.1e3 * std::pow(std::max(rain_rate, 1e-3), -0.21)),
      min_diameter_(min_diameter),
      max_diameter_(max_diameter) {
  assert(min_diameter > 0 && max_diameter >= min_diameter);
  arrival_rate_ = 0;
  if (rain_rate <= 0) return;

  // mean volume of a drop that arrives, by the midpoint rule
  constexpr int kPanels = 4000;
  double arrivals = 0, volume = 0;
  for (int i = 0; i < kPanels; ++i) {
    const double d = min_diameter + (i + 0.5) / kPanels * (max_diameter - min_diameter);
    const double weight = std::exp(-slope_ * (d - min_diameter)) * terminal_speed(d);
    arrivals += weight;
    volume += weight * std::numbers::pi / 6 * d * d * d;
  }
  arrival_rate_ = rain_rate * kMetresPerSecond * arrivals / volume;
}

// By rejection: diameters of the air's drops, kept with a chance that grows with their speed.
double DropSizes::draw(RandomStream& random) const {
  const double span = -std::expm1(-slope_ * (max_diameter_ - min_diameter_));
  for (;;) {
    const double d = min_diameter_ - std::log1p(-random.uniform() * span) / slope_;
    if (random.uniform() * terminal_speed(max_diameter_) < terminal_speed(d)) return d;
  }
}

}  // namespace resound
