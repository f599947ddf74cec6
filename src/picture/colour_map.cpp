#include "picture/colour_map.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace resound {
namespace {

// Oklab to linear sRGB [Ottosson 2020]: a space in which equal distances look equally different.
Rgb from_oklab(double lightness, double a, double b) {
  const double l = std::pow(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
  const double m = std::pow(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
  const double s = std::pow(lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
  return to_float({4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
                   -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
                   -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s});
}

}  // namespace

double velocity_position(double speed) {
  const double position =
      std::log10(1 + std::abs(speed) / kSlowestShown) / std::log10(1 + kFastestShown / kSlowestShown);
  return std::copysign(std::min(1.0, position), speed);
}

// Two straight lines of equal length in Oklab from near white to a blue and to a red of the same lightness: the same
// step of position is the same step for the eye everywhere, and neither sign looks stronger.
Rgb diverging_colour(double position) {
  constexpr double kMiddleLightness = 0.95, kEndLightness = 0.50, kEndChroma = 0.165;
  const double hue = (position < 0 ? 258.0 : 30.0) * std::numbers::pi / 180;
  const double t = std::min(1.0, std::abs(position));
  const double lightness = kMiddleLightness + t * (kEndLightness - kMiddleLightness);
  const Rgb colour = from_oklab(lightness, t * kEndChroma * std::cos(hue), t * kEndChroma * std::sin(hue));
  return {clamped(colour.x), clamped(colour.y), clamped(colour.z)};
}

}  // namespace resound
