#include "emission/liquid/impact_voice.h"

#include <algorithm>
#include <cmath>

namespace resound {
namespace {

constexpr double kCavity = 3.3;                          // [m/s]  f1 r_c
constexpr double kLowest = 200, kHighest = 6000;         // [Hz]
constexpr double kSecond = 2.2;                          // [1]    f2 / f1
constexpr std::array<double, 2> kQuality{6, 4};          // [1]
constexpr std::array<double, 2> kShare{1, 0.5};          // [1]    of the amplitude
constexpr double kGlide = 20;                            // [1/s]  +20 % in 10 ms
constexpr double kMostGlide = 1.6;                       // [1]
constexpr double kShortest = 0.5e-3, kLongest = 2e-3;    // [s]  of the pulse
constexpr double kPulseLengths = 5;                      // [tau]  in which a pulse is over
constexpr double kMostSwing = 0.02, kSoftSwing = 0.002;  // [1]  tuned for drops: a little more than their bubbles
constexpr double kSoftSpeed = 2;                         // [m/s]  at which the swing is kSoftSwing
constexpr double kDecades = 11.5;                        // [1]    natural logarithm of 100 dB

}  // namespace

double ImpactVoice::pitch(double radius) { return std::clamp(kCavity / radius, kLowest, kHighest); }

double ImpactVoice::pressure(double radius, double speed, double air_density) {
  const double swing = kMostSwing * std::tanh(kSoftSwing / kMostSwing * std::pow(speed / kSoftSpeed, 3));
  const double omega = 2 * kPi * kCavity / radius;
  return air_density * omega * omega * radius * radius * radius * swing;
}

ImpactVoice::ImpactVoice(const LiquidImpact& impact, double gain, double air_density, SampleRate rate)
    : begin_(impact.time), hz_(rate.hz), over_(false) {
  const double size = impact.speed > 0 ? 2 * impact.radius / impact.speed : kLongest;
  pulse_ = std::clamp(size, kShortest, kLongest) / kPulseLengths;
  const double loud = gain * impact.gain * pressure(impact.radius, impact.speed, air_density);
  for (std::size_t i = 0; i < resonators_.size(); ++i) {
    Resonator& resonator = resonators_[i];
    resonator.frequency = pitch(impact.radius) * (i == 0 ? 1 : kSecond);
    resonator.damping = 1 / kQuality[i];
    const double omega = 2 * kPi * resonator.frequency;
    // the pulse gives the band the height omega |X(omega)|, |X| = e tau / (1 + (omega tau)^2); and q = 4 pi p / omega
    const double height = omega * std::exp(1.0) * pulse_ / (1 + omega * omega * pulse_ * pulse_);
    resonator.gain = 4 * kPi * kShare[i] * loud / (omega * height);
    end_ = std::max(end_, 10 * pulse_ + kDecades * 2 * kQuality[i] / omega);
  }
}

void ImpactVoice::fill(SampleIndex first, std::span<double> flow) noexcept {
  constexpr std::size_t kHold = 16;  // [samples]  for which the pitch is held: on a grid of the clock, not of the block
  std::array<double, 2> tuning{};
  bool is_tuned = false;
  for (std::size_t i = 0; i < flow.size(); ++i) {
    const SampleIndex sample = first + static_cast<SampleIndex>(i);
    const double t = static_cast<double>(sample) / hz_ - begin_;
    flow[i] = 0;
    if (over_ || t < 0) continue;
    if (!is_tuned || sample % static_cast<SampleIndex>(kHold) == 0) {
      const double held = static_cast<double>(sample - sample % static_cast<SampleIndex>(kHold)) / hz_ - begin_;
      const double glide = std::min(1 + kGlide * std::max(held, 0.0), kMostGlide);
      for (std::size_t r = 0; r < 2; ++r) tuning[r] = filter_tuning(resonators_[r].frequency * glide, hz_);
      is_tuned = true;
    }
    const double input = t < 20 * pulse_ ? t / pulse_ * std::exp(1 - t / pulse_) : 0;
    for (std::size_t r = 0; r < 2; ++r) {
      Resonator& resonator = resonators_[r];
      flow[i] += resonator.gain * resonator.filter.step(input, tuning[r], resonator.damping).low;
    }
    over_ = t > end_;
  }
}

}  // namespace resound
