#include "audio/pair_filter.h"

#include <cmath>
#include <numbers>

namespace resound {
namespace {

constexpr double kFewest = 20;  // [steps a sample]
constexpr double kEdge = 0.45;  // [cycles a sample]  what folds to higher frequencies the last filter stops as well

}  // namespace

double PairFilter::response(double frequency) const {
  const double half_turn = std::numbers::pi * frequency;
  return 2 * (inner * std::cos(half_turn) + outer * std::cos(3 * half_turn));
}

// (1 + z)(1 + 2 cos a z + z^2), scaled: a zero at half the rate of steps, and one on each side, where those of a
// Chebyshev polynomial lie in the band that must vanish.
std::optional<PairFilter> pair_filter(SampleRate steps, SampleRate audio) {
  if (steps.hz < (1 - 1e-9) * kFewest * audio.hz) return std::nullopt;
  const double band = 2 * std::numbers::pi * kEdge * audio.hz / steps.hz;  // [rad a step]  on each side
  const double c = std::cos(std::numbers::sqrt3 / 2 * band);
  return PairFilter{.outer = 1 / (4 + 4 * c), .inner = (1 + 2 * c) / (4 + 4 * c)};
}

}  // namespace resound
