#include "particle_file/fall_survey.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "numerics/gravity.h"

namespace resound {
namespace {

constexpr double kBinWidth = 0.05;   // [1]  of the natural logarithm
constexpr double kTolerance = 1.2;   // [1]  times or over: still g
constexpr std::size_t kFewest = 20;  // particles that must fall alike
constexpr double kLeastShare = 0.1;  // [1]  of those that move

struct KnownUnit {
  const char* name;
  double metres;
};
constexpr KnownUnit kUnits[] = {{"m", 1}, {"cm", 0.01}, {"mm", 0.001}, {"in", 0.0254}, {"ft", 0.3048}, {"km", 1000}};

bool is_near(double a, double b) { return a < kTolerance * b && b < kTolerance * a; }

}  // namespace

// A particle in the air is accelerated along one axis only.
void FallSurvey::add(std::span<const Vec3> before, std::span<const Vec3> now, std::span<const Vec3> after,
                     double interval) {
  const std::size_t count = std::min({before.size(), now.size(), after.size()});
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_finite(before[i]) || !is_finite(now[i]) || !is_finite(after[i])) continue;
    const Vec3 a = (after[i] - 2 * now[i] + before[i]) / (interval * interval);
    const double size = length(a);
    if (size < kLowest || length(now[i] - before[i]) == 0) continue;
    ++moving_;
    const double parts[] = {a.x, a.y, a.z};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (std::abs(parts[axis]) < 0.98 * size) continue;
      const double bin = std::log(size / kLowest) / kBinWidth;
      if (bin < kBins) ++counts_[axis][parts[axis] > 0 ? 1 : 0][static_cast<std::size_t>(bin)];
    }
  }
}

std::optional<FallSurvey::Fall> FallSurvey::found() const {
  Fall best;
  std::size_t most = 0;
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (std::size_t sign = 0; sign < 2; ++sign)
      for (std::size_t bin = 0; bin + 1 < kBins; ++bin) {
        const auto& counts = counts_[axis][sign];
        const std::size_t pair = counts[bin] + counts[bin + 1];
        if (pair <= most) continue;
        most = pair;
        best = {static_cast<int>(axis),
                (sign > 0 ? 1 : -1) * kLowest * std::exp((static_cast<double>(bin) + 1) * kBinWidth),
                static_cast<double>(pair) / static_cast<double>(moving_)};
      }
  if (most < kFewest || best.share < kLeastShare) return std::nullopt;
  return best;
}

std::string FallSurvey::trouble(double unit, double frames_per_second) const {
  const auto fall = found();
  if (!fall) return "";
  const double size = std::abs(fall->value), ratio = size / kGravity;
  const bool is_down = fall->axis == 2 && fall->value < 0;
  if (is_down && is_near(ratio, 1)) return "";
  const std::string fact = fmt::format("particles in the air fall with {:.3g} m/s^2 along {}{}", size,
                                       fall->value < 0 ? "-" : "+", "xyz"[fall->axis]);
  if (!is_down && is_near(ratio, 1))
    return fmt::format("{}; another axis of the files points up: set up = \"x\", \"y\" or \"z\"", fact);
  for (const KnownUnit& known : kUnits)
    if (is_near(ratio * known.metres / unit, 1) && known.metres != unit)
      return fmt::format("{}; the files seem to be in {}: set unit = \"{}\"", fact, known.name, known.name);
  return fmt::format("{}, not with {} m/s^2; with frames_per_second = {:.4g} they would, or the unit is another", fact,
                     kGravity, frames_per_second / std::sqrt(ratio));
}

}  // namespace resound
