#include "scene_file/frame_rate_text.h"

#include <charconv>
#include <cmath>
#include <numeric>

namespace resound {
namespace {

constexpr std::int64_t kLargestPart = 1'000'000;  // of a fraction: sample counts stay exact for days

template <class Number>
std::optional<Number> parse_whole(std::string_view text) {
  Number value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<FrameRate> fraction(std::int64_t numerator, std::int64_t denominator) {
  if (numerator < 1 || denominator < 1 || numerator > kLargestPart || denominator > kLargestPart) return std::nullopt;
  const std::int64_t common = std::gcd(numerator, denominator);
  return FrameRate{numerator / common, denominator / common};
}

}  // namespace

std::optional<FrameRate> nearest_frame_rate(double hz) {
  if (!(hz > 0 && hz < 10'000)) return std::nullopt;
  // the colour television rates, as near as people round them
  for (const std::int64_t whole : {24, 30, 48, 60, 120}) {
    if (std::abs(hz - static_cast<double>(whole) * 1000 / 1001) < 0.005) return fraction(whole * 1000, 1001);
  }
  for (std::int64_t denominator = 1; denominator <= 100; ++denominator) {
    const double numerator = hz * static_cast<double>(denominator);
    if (std::abs(numerator - std::round(numerator)) < 1e-9 * numerator) {
      return fraction(static_cast<std::int64_t>(std::round(numerator)), denominator);
    }
  }
  return std::nullopt;
}

std::optional<FrameRate> parse_frame_rate(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) {
    const auto hz = parse_whole<double>(text);
    return hz ? nearest_frame_rate(*hz) : std::nullopt;
  }
  const auto numerator = parse_whole<std::int64_t>(text.substr(0, slash));
  const auto denominator = parse_whole<std::int64_t>(text.substr(slash + 1));
  return numerator && denominator ? fraction(*numerator, *denominator) : std::nullopt;
}

}  // namespace resound
