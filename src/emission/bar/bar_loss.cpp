#include "emission/bar/bar_loss.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "base/error.h"

namespace resound {
namespace {

// The line through two decays: decay_j = sigma0 + sigma1 x_j.
BarLoss line_through(double x1, double decay1, double x2, double decay2) {
  const double sigma1 = (decay2 - decay1) / (x2 - x1);
  return {decay1 - sigma1 * x1, sigma1};
}

// A negative loss would feed the bar; the slack forgives rounding where one of the two is meant to be zero.
BarLoss checked(BarLoss loss, const BarDecay& decay) {
  const double slack = 1e-9 * kT60 / decay.high_t60;
  if (loss.sigma1 < 0 && decay.high_t60 > decay.low_t60 * (1 + 1e-9))
    throw InputError(
        fmt::format("the bar's T60 grows from {} s at {} Hz to {} s at {} Hz; high notes of a bar die at least as "
                    "fast as low ones: lower decay.high_t60_s",
                    decay.low_t60, decay.low_frequency, decay.high_t60, decay.high_frequency));
  if (loss.sigma0 < -slack)
    throw InputError(
        fmt::format("the bar's T60 falls too steeply, from {} s at {} Hz to {} s at {} Hz, for a loss that grows "
                    "with frequency: raise decay.high_t60_s or lower decay.low_t60_s",
                    decay.low_t60, decay.low_frequency, decay.high_t60, decay.high_frequency));
  return {std::fmax(loss.sigma0, 0), std::fmax(loss.sigma1, 0)};
}

// The mode whose frequency is nearest.
int nearest_mode(const UniformBar& bar, double frequency) {
  int index = 1;
  const auto distance = [&](int i) { return std::abs(bar_mode(bar, i).omega / (2 * std::numbers::pi) - frequency); };
  while (distance(index + 1) < distance(index)) ++index;
  return index;
}

}  // namespace

BarLoss modal_loss(const UniformBar& bar, const BarDecay& decay) {
  const double to_x = 2 * std::numbers::pi / bar.kappa;
  return checked(line_through(decay.low_frequency * to_x, kT60 / decay.low_t60, decay.high_frequency * to_x,
                              kT60 / decay.high_t60),
                 decay);
}

BarLoss grid_loss(const UniformBar& bar, const BarDecay& decay) {
  const BarLoss wanted = modal_loss(bar, decay);
  const int low = nearest_mode(bar, decay.low_frequency);
  int high = nearest_mode(bar, decay.high_frequency);
  if (high == low) ++high;
  const BarMode first = bar_mode(bar, low), second = bar_mode(bar, high);
  return checked(line_through(first.slope_ratio, wanted.decay(first.omega / bar.kappa), second.slope_ratio,
                              wanted.decay(second.omega / bar.kappa)),
                 decay);
}

}  // namespace resound
