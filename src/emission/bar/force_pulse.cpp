#include "emission/bar/force_pulse.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "scene/bubble.h"

namespace resound {
namespace {

constexpr double kTau0 = 0.33;  // [1]  shape of the drop's pulse, literature value (docs/rain.md)

// Shares of a drop's impulse and of its first moment that are over at x = tau / tau0: incomplete gamma functions of
// order 3/2 and 5/2, which reduce to erf.
struct Delivered {
  double impulse, lever;
};

Delivered delivered(double x) {
  const double root = std::sqrt(x), fall = std::exp(-x);
  const double gamma_32 = 0.5 * std::sqrt(std::numbers::pi) * std::erf(root) - root * fall;
  const double gamma_52 = 1.5 * gamma_32 - x * root * fall;
  const double whole = 0.5 * std::sqrt(std::numbers::pi);  // gamma(3/2)
  return {gamma_32 / whole, gamma_52 / whole};
}

}  // namespace

ForcePulse::ForcePulse(const ContactPulse& contact, double gain) {
  if (const auto* drop = std::get_if<DropPulse>(&contact)) {
    force_ = DropPulse{gain * drop->impulse, drop->time_scale};
  } else {
    const auto& bubble = std::get<BubblePulse>(contact);
    force_ = bubble_wave(bubble.radius, bubble.rise, gain * bubble.force, kPublishedMinnaertConstant);
  }
}

PulseMoments ForcePulse::moments(double begin, double end) const {
  if (end <= 0 || begin >= duration()) return {};
  return std::visit([&](const auto& force) { return moments_of(force, begin, end); }, force_);
}

// exp(-22) sqrt(22) = 1e-9 of a drop and exp(-18.5) = 1e-8 of a bubble are left.
double ForcePulse::duration() const {
  if (const auto* drop = std::get_if<DropPulse>(&force_)) return 22 * kTau0 * drop->time_scale;
  return 18.5 / std::get<BubbleWave>(force_).decay;
}

PulseMoments ForcePulse::moments_of(const DropPulse& drop, double begin, double end) const {
  const double scale = kTau0 * drop.time_scale;  // [s]
  const Delivered before = delivered(std::max(begin, 0.0) / scale), after = delivered(end / scale);
  const double impulse = drop.impulse * (after.impulse - before.impulse);
  const double about_touch = drop.impulse * scale * (after.lever - before.lever);
  return {impulse, about_touch - impulse * (begin + end) / 2};
}

// Three-point Gauss-Legendre: the wave turns by well under a radian from sample to sample.
PulseMoments ForcePulse::moments_of(const BubbleWave& wave, double begin, double end) const {
  const double from = std::max(begin, 0.0), half = (end - from) / 2, middle = (end + from) / 2;
  const double reach = half * 0.7745966692414834;
  const double left = 5.0 / 9 * half * wave.value(middle - reach);
  const double centre = 8.0 / 9 * half * wave.value(middle);
  const double right = 5.0 / 9 * half * wave.value(middle + reach);
  const double impulse = left + centre + right;
  return {impulse, reach * (right - left) + impulse * (middle - (begin + end) / 2)};
}

}  // namespace resound
