#include "emission/bubble/bubble_voice.h"

#include <algorithm>
#include <cmath>

#include "numerics/pi.h"

namespace resound {
namespace {

using Complex = std::complex<double>;
constexpr double kInaudibleShare = 1e-5;              // [1]  of the first amplitude: -100 dB
constexpr double kFadeBegin = 0.40, kFadeEnd = 0.45;  // of the sample rate: a pitch that rises further would alias

// Integral of exp(g) divided by exp(g), for a g whose second derivative is constant.
Complex integral_factor(Complex slope, Complex bend) {
  const Complex inverse = 1.0 / slope, small = bend * inverse * inverse;
  return inverse * (1.0 + small * (1.0 + 3.0 * small));
}

}  // namespace

BubbleVoice::BubbleVoice(const BubbleWave& wave, double birth, SampleRate rate, double leak)
    : wave_(wave), birth_(birth), hz_(rate.hz), over_(wave.frequency >= kFadeEnd * rate.hz), leak_rate_(leak) {}

void BubbleVoice::start(double since) noexcept {
  const double dt = 1 / hz_;
  const auto phase = [&](double t) { return 2 * kPi * wave_.frequency * t * (1 + wave_.sigma * t / 2); };
  z_ = std::polar(4 * kPi * wave_.amplitude * std::exp(-wave_.decay * since), phase(since));
  spin_ = std::polar(std::exp(-wave_.decay * dt), phase(since + dt) - phase(since));
  spin_up_ = std::polar(1.0, 2 * kPi * wave_.frequency * wave_.sigma * dt * dt);
  age_ = since;
  const Complex slope(-wave_.decay, 2 * kPi * wave_.frequency), bend(0, 2 * kPi * wave_.frequency * wave_.sigma);
  offset_ = -4 * kPi * wave_.amplitude * integral_factor(slope, bend).imag() * std::exp(-leak_rate_ * since);
  leak_ = std::exp(-leak_rate_ * dt);
  started_ = true;
}

double BubbleVoice::fade() const noexcept {
  const double along = (wave_.pitch(age_) / hz_ - kFadeBegin) / (kFadeEnd - kFadeBegin);
  const double c = std::cos(kPi / 2 * std::clamp(along, 0.0, 1.0));
  return c * c;
}

// Both the ringing and the slow leak must have gone before the voice may stop without a click.
void BubbleVoice::check_end() noexcept {
  const double loudest = 4 * kPi * wave_.amplitude;
  over_ = std::norm(z_) < kInaudibleShare * kInaudibleShare * loudest * loudest &&
          std::abs(offset_) * 2 * kPi * wave_.frequency < kInaudibleShare * loudest;
}

// Written out in real numbers: complex ones are checked for infinities at each product, which takes most of the time
// of a storm of bubbles. A sample depends on the one before alone, so that a block may be cut anywhere.
void BubbleVoice::fill(SampleIndex first, std::span<double> flow) noexcept {
  std::size_t i = 0;
  for (; i < flow.size() && !started_; ++i) {
    flow[i] = 0;
    const double since = (static_cast<double>(first) + static_cast<double>(i)) / hz_ - birth_;
    if (over_ || since < 0) continue;
    start(since);
    --i;
  }
  const double dt = 1 / hz_, decay = wave_.decay, bend = 2 * kPi * wave_.frequency * wave_.sigma;
  const double fading = kFadeBegin * hz_, gone = kFadeEnd * hz_;
  const double up_re = spin_up_.real(), up_im = spin_up_.imag();
  for (; i < flow.size(); ++i) {
    if (over_) {
      flow[i] = 0;
      continue;
    }
    // 1/g' and g''/g'^2
    const double pitch = wave_.pitch(age_), omega = 2 * kPi * pitch, scale = 1 / (decay * decay + omega * omega);
    const double inv_re = -decay * scale, inv_im = -omega * scale;
    const double small_re = -bend * 2 * inv_re * inv_im, small_im = bend * (inv_re * inv_re - inv_im * inv_im);
    // 1 + small (1 + 3 small), times 1/g', times z: only the imaginary part is heard
    const double in_re = 1 + 3 * small_re, in_im = 3 * small_im;
    const double row_re = 1 + small_re * in_re - small_im * in_im, row_im = small_re * in_im + small_im * in_re;
    const double all_re = inv_re * row_re - inv_im * row_im, all_im = inv_re * row_im + inv_im * row_re;
    const double z_re = z_.real(), z_im = z_.imag(), s_re = spin_.real(), s_im = spin_.imag();
    flow[i] = (z_re * all_im + z_im * all_re) * (pitch > fading ? fade() : 1.0) + offset_;
    z_ = {z_re * s_re - z_im * s_im, z_re * s_im + z_im * s_re};
    spin_ = {s_re * up_re - s_im * up_im, s_re * up_im + s_im * up_re};
    offset_ *= leak_;
    age_ += dt;
    check_end();
    if (wave_.pitch(age_) > gone) z_ = 0;
  }
}

}  // namespace resound
