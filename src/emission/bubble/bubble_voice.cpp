#include "emission/bubble/bubble_voice.h"

#include <algorithm>
#include <cmath>

#include "numerics/pi.h"

namespace resound {
namespace {

using Complex = std::complex<double>;
constexpr double kInaudibleShare = 1e-5;              // [1]  of the first amplitude: -100 dB
constexpr double kFadeBegin = 0.40, kFadeEnd = 0.45;  // of the sample rate: a pitch that rises further would alias
constexpr double kLeak = 2 * kPi * 20;                // [1/s]

// Integral of exp(g) divided by exp(g), for a g whose second derivative is constant.
Complex integral_factor(Complex slope, Complex bend) {
  const Complex inverse = 1.0 / slope, small = bend * inverse * inverse;
  return inverse * (1.0 + small * (1.0 + 3.0 * small));
}

}  // namespace

BubbleVoice::BubbleVoice(const BubbleWave& wave, double birth, SampleRate rate)
    : wave_(wave), birth_(birth), hz_(rate.hz), over_(wave.frequency >= kFadeEnd * rate.hz) {}

void BubbleVoice::start(double since) noexcept {
  const double dt = 1 / hz_;
  const auto phase = [&](double t) { return 2 * kPi * wave_.frequency * t * (1 + wave_.sigma * t / 2); };
  z_ = std::polar(4 * kPi * wave_.amplitude * std::exp(-wave_.decay * since), phase(since));
  spin_ = std::polar(std::exp(-wave_.decay * dt), phase(since + dt) - phase(since));
  spin_up_ = std::polar(1.0, 2 * kPi * wave_.frequency * wave_.sigma * dt * dt);
  age_ = since;
  const Complex slope(-wave_.decay, 2 * kPi * wave_.frequency), bend(0, 2 * kPi * wave_.frequency * wave_.sigma);
  offset_ = -4 * kPi * wave_.amplitude * integral_factor(slope, bend).imag() * std::exp(-kLeak * since);
  leak_ = std::exp(-kLeak * dt);
  started_ = true;
}

double BubbleVoice::flow_now() const noexcept {
  const Complex slope(-wave_.decay, 2 * kPi * wave_.pitch(age_)), bend(0, 2 * kPi * wave_.frequency * wave_.sigma);
  return (z_ * integral_factor(slope, bend)).imag() * fade() + offset_;
}

double BubbleVoice::fade() const noexcept {
  const double along = (wave_.pitch(age_) / hz_ - kFadeBegin) / (kFadeEnd - kFadeBegin);
  const double c = std::cos(kPi / 2 * std::clamp(along, 0.0, 1.0));
  return c * c;
}

void BubbleVoice::turn() noexcept {
  z_ *= spin_;
  spin_ *= spin_up_;
  offset_ *= leak_;
  age_ += 1 / hz_;
}

void BubbleVoice::fill(SampleIndex first, std::span<double> flow) noexcept {
  const double loudest = 4 * kPi * wave_.amplitude;
  for (std::size_t i = 0; i < flow.size(); ++i) {
    flow[i] = 0;
    if (over_) continue;
    if (!started_) {
      const double since = (static_cast<double>(first) + static_cast<double>(i)) / hz_ - birth_;
      if (since < 0) continue;
      start(since);
    }
    flow[i] = flow_now();
    turn();
    // both the ringing and the slow leak must have gone before the voice may stop without a click
    over_ = std::norm(z_) < kInaudibleShare * kInaudibleShare * loudest * loudest &&
            std::abs(offset_) * 2 * kPi * wave_.frequency < kInaudibleShare * loudest;
    if (wave_.pitch(age_) > kFadeEnd * hz_) z_ = 0;
  }
}

}  // namespace resound
