#include "motion/contact/force_pulse.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "numerics/pi.h"
#include "scene/bubble.h"

namespace resound {
namespace {

using Complex = std::complex<double>;
constexpr double kTau0 = 0.33;          // [1]  shape of the drop's pulse, literature value (docs/rain.md)
constexpr double kDropLength = 17;      // [tau0]  exp(-17) sqrt(17) = 2e-7 of the force is left
constexpr double kBubbleLength = 13.8;  // [1/decay]  exp(-13.8) = 1e-6 is left

}  // namespace

ForcePulse::ForcePulse(const ContactPulse& contact, double gain, double begin, double step)
    : begin_(begin), step_(step) {
  std::visit([&](const auto& pulse) { begin_as(pulse, gain); }, contact);
}

void ForcePulse::begin_as(const DropPulse& drop, double gain) {
  force_ = DropForce{.impulse = gain * drop.impulse, .scale = kTau0 * drop.time_scale};
  duration_ = kDropLength * kTau0 * drop.time_scale;
}

void ForcePulse::begin_as(const BubblePulse& bubble, double gain) {
  const BubbleWave wave = bubble_wave(bubble.radius, bubble.rise, gain * bubble.force, kPublishedMinnaertConstant);
  force_ = BubbleForce{wave, false, {}, {}, {}};
  duration_ = kBubbleLength / wave.decay;
}

void ForcePulse::begin_as(const StrikePulse& strike, double gain) {
  force_ = StrikeForce{.impulse = gain * strike.impulse, .duration = strike.duration};
  duration_ = strike.duration;
}

PulseMoments ForcePulse::next() {
  if (is_over()) return {};
  const PulseMoments moments = std::visit([&](auto& force) { return next_of(force); }, force_);
  ++count_;
  return moments;
}

template <class Force>
PulseMoments ForcePulse::since_last(Force& force, double delivered_impulse, double delivered_lever) const {
  const double impulse = delivered_impulse - std::exchange(force.delivered_impulse, delivered_impulse);
  const double lever = delivered_lever - std::exchange(force.delivered_lever, delivered_lever);
  return {impulse, lever - impulse * (begin() + step_ / 2)};
}

// Incomplete gamma functions of order 3/2 and 5/2, which reduce to erf, tell what is over at the end of the stretch.
PulseMoments ForcePulse::next_of(DropForce& drop) const {
  const double x = std::max(begin() + step_, 0.0) / drop.scale;
  const double root = std::sqrt(x), fall = std::exp(-x), whole = 0.5 * std::sqrt(kPi);
  const double gamma_32 = whole * std::erf(root) - root * fall, gamma_52 = 1.5 * gamma_32 - x * root * fall;
  return since_last(drop, drop.impulse * gamma_32 / whole, drop.impulse * drop.scale * gamma_52 / whole);
}

// F = pi J / (2 D) sin(pi t / D), integrated once and, times t, once more.
PulseMoments ForcePulse::next_of(StrikeForce& strike) const {
  const double t = std::clamp(begin() + step_, 0.0, strike.duration), x = kPi * t / strike.duration;
  return since_last(strike, strike.impulse * (1 - std::cos(x)) / 2,
                    strike.impulse / 2 * (strike.duration / kPi * std::sin(x) - t * std::cos(x)));
}

// Over a stretch h the phasor goes as exp(a s), s = -1 … 1 in half stretches, a = g' h / 2:
//   impulse = h sinh(a) / a,   lever = h^2 / 2 (a cosh(a) - sinh(a)) / a^2,   both by their series
PulseMoments ForcePulse::next_of(BubbleForce& bubble) const {
  const BubbleWave& wave = bubble.wave;
  const double middle = begin() + step_ / 2;
  if (begin() < 0) {  // the stretch in which it begins, by Simpson's rule
    const double end = begin() + step_;
    if (end <= 0) return {};
    const double half = wave.value(end / 2), full = wave.value(end);
    const double impulse = end / 6 * (4 * half + full);
    return {impulse, end / 6 * (4 * half * end / 2 + full * end) - impulse * middle};
  }
  if (!bubble.turning) {
    const auto phase = [&](double t) { return 2 * kPi * wave.frequency * t * (1 + wave.sigma * t / 2); };
    bubble.z = std::polar(wave.amplitude * std::exp(-wave.decay * middle), phase(middle));
    bubble.spin = std::polar(std::exp(-wave.decay * step_), phase(middle + step_) - phase(middle));
    bubble.spin_up = std::polar(1.0, 2 * kPi * wave.frequency * wave.sigma * step_ * step_);
    bubble.turning = true;
  }
  const Complex a = Complex(-wave.decay, 2 * kPi * wave.pitch(middle)) * (step_ / 2), aa = a * a;
  const Complex impulse = bubble.z * (1.0 + aa * (1.0 / 6 + aa / 120.0));
  const Complex lever = bubble.z * a * (1.0 / 3 + aa * (1.0 / 30 + aa / 840.0));
  bubble.z *= bubble.spin;
  bubble.spin *= bubble.spin_up;
  return {step_ * impulse.imag(), step_ * step_ / 2 * lever.imag()};
}

}  // namespace resound
