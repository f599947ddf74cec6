#include "picture/tone.h"

#include <array>

namespace resound {
namespace {

constexpr int kSteps = 8192;
constexpr float kExposure = 0.80f;  // a sunlit floor comes out a little above middle grey

float srgb_encoded(float display) {
  return display <= 0.0031308f ? 12.92f * display : 1.055f * std::pow(display, 1 / 2.4f) - 0.055f;
}

// 255 x the sRGB curve. Its steepest step is 0.4 of a code, less than the thresholds spread.
std::array<float, kSteps + 1> srgb_table() {
  std::array<float, kSteps + 1> table{};
  for (int i = 0; i <= kSteps; ++i) table[i] = 255 * srgb_encoded(static_cast<float>(i) / kSteps);
  return table;
}
const std::array<float, kSteps + 1> kSrgb = srgb_table();

std::uint8_t code_of(float display, float threshold) {
  const int step =
      static_cast<int>(kSteps * clamped(display) + 0.5f);  // NOLINT(bugprone-incorrect-roundings): positive
  const float code = kSrgb[static_cast<std::size_t>(step)] + threshold;
  return static_cast<std::uint8_t>(std::min(255.0f, code));
}

float fraction(float a) { return a - static_cast<float>(static_cast<int>(a)); }  // of a positive number

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

std::uint8_t srgb_code(float display) { return code_of(display, 0.5f); }

void srgb_row(std::span<const Rgb> display, int y, std::uint8_t* codes) {
  const float row = 0.00583715f * static_cast<float>(y);
  for (std::size_t x = 0; x < display.size(); ++x, codes += 3) {
    const float threshold = fraction(52.9829189f * fraction(0.06711056f * static_cast<float>(x) + row));
    codes[0] = code_of(display[x].x, threshold);
    codes[1] = code_of(display[x].y, threshold);
    codes[2] = code_of(display[x].z, threshold);
  }
}

}  // namespace resound
