#include "output/colour_map.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace resound {
namespace {

// Control points in CIE LCh: lightness in equal steps; hue turns from blue over red to yellow; chroma stays inside
// sRGB.
struct Lch {
  double lightness, chroma, hue_degrees;
};
constexpr std::array<Lch, 9> kPoints{{{3, 10, 285},
                                      {14.75, 38, 300},
                                      {26.5, 58, 314},
                                      {38.25, 62, 338},
                                      {50, 66, 372},
                                      {61.75, 70, 402},
                                      {73.5, 68, 427},
                                      {85.25, 60, 446},
                                      {97, 30, 464}}};

double catmull_rom(double a, double b, double c, double d, double t) {
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

double companded(double linear) {  // IEC 61966-2-1
  const double v = std::clamp(linear, 0.0, 1.0);
  return v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - 0.055;
}

InkColour srgb_of(const Lch& lch) {  // CIE L*a*b*, white D65
  const double hue = lch.hue_degrees * std::numbers::pi / 180;
  const double fy = (lch.lightness + 16) / 116;
  const double fx = fy + lch.chroma * std::cos(hue) / 500, fz = fy - lch.chroma * std::sin(hue) / 200;
  const auto inverse = [](double f) { return f > 6.0 / 29 ? f * f * f : 3 * 36.0 / 841 * (f - 4.0 / 29); };
  const double x = 0.95047 * inverse(fx), y = inverse(fy), z = 1.08883 * inverse(fz);
  return {companded(3.2406 * x - 1.5372 * y - 0.4986 * z), companded(-0.9689 * x + 1.8758 * y + 0.0415 * z),
          companded(0.0557 * x - 0.2040 * y + 1.0570 * z)};
}

}  // namespace

InkColour colour_of(double value) {
  const double position = std::clamp(value, 0.0, 1.0) * (kPoints.size() - 1);
  const auto i = std::min(static_cast<std::size_t>(position), kPoints.size() - 2);
  const Lch& b = kPoints[i];
  const Lch& c = kPoints[i + 1];
  const Lch& a = kPoints[i == 0 ? 0 : i - 1];
  const Lch& d = kPoints[std::min(i + 2, kPoints.size() - 1)];
  const double t = position - static_cast<double>(i);
  return srgb_of({b.lightness + t * (c.lightness - b.lightness), catmull_rom(a.chroma, b.chroma, c.chroma, d.chroma, t),
                  catmull_rom(a.hue_degrees, b.hue_degrees, c.hue_degrees, d.hue_degrees, t)});
}

std::uint32_t packed(const InkColour& colour) {
  const auto byte = [](double v) { return static_cast<std::uint32_t>(std::lround(255 * v)); };
  return byte(colour.red) << 16 | byte(colour.green) << 8 | byte(colour.blue);
}

}  // namespace resound
