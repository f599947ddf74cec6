#include "picture/tone.h"

#include <array>

namespace resound {
namespace {

constexpr int kSteps = 4096;
constexpr float kExposure = 0.80f;  // a sunlit floor comes out a little above middle grey

float srgb_encoded(float display) {
  return display <= 0.0031308f ? 12.92f * display : 1.055f * std::pow(display, 1 / 2.4f) - 0.055f;
}

// 255 x the sRGB curve over the square root of display light, on which it is nearly straight.
const std::array<float, kSteps + 2>& srgb_table() {
  static const std::array<float, kSteps + 2> table = [] {
    std::array<float, kSteps + 2> made{};
    for (int i = 0; i < kSteps + 2; ++i) {
      const float root = static_cast<float>(i) / kSteps;
      made[i] = 255 * srgb_encoded(std::min(1.0f, root * root));
    }
    return made;
  }();
  return table;
}

}  // namespace

float filmic(float light) {
  const float x = kExposure * std::max(0.0f, light);
  return clamped((x * (2.51f * x + 0.03f)) / (x * (2.43f * x + 0.59f) + 0.14f));
}

Rgb before_filmic(Rgb display) {
  const auto root = [](float y) {  // (2.51 - 2.43 y) x^2 + (0.03 - 0.59 y) x - 0.14 y = 0
    y = clamped(y);
    const float a = 2.51f - 2.43f * y, b = 0.03f - 0.59f * y;
    return (std::sqrt(b * b + 0.56f * a * y) - b) / (2 * a * kExposure);
  };
  return {root(display.x), root(display.y), root(display.z)};
}

Rgb filmic(Rgb light) { return {filmic(light.x), filmic(light.y), filmic(light.z)}; }

std::uint8_t srgb_code(float display, float dither) {
  static const std::array<float, kSteps + 2>& table = srgb_table();
  const float position = kSteps * std::sqrt(clamped(display));
  const int i = static_cast<int>(position);
  const float code = mix(table[i], table[i + 1], position - static_cast<float>(i));
  return static_cast<std::uint8_t>(std::min(255.0f, code + dither));
}

float dither_at(int x, int y) {
  const float a = 0.06711056f * static_cast<float>(x) + 0.00583715f * static_cast<float>(y);
  const float b = 52.9829189f * (a - std::floor(a));
  return b - std::floor(b);
}

}  // namespace resound
