#include "emission/bar/modal_bar.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <utility>

namespace resound {
namespace {

using Complex = std::complex<double>;

// (a cosh a - sinh a) / a^2, by its series where the difference would cancel.
Complex moment_kernel(Complex a) {
  if (std::abs(a) < 0.03) return a / 3.0 * (1.0 + a * a / 10.0 * (1.0 + a * a / 28.0));
  return (a * std::cosh(a) - std::sinh(a)) / (a * a);
}

}  // namespace

ModalBar::ModalBar(const UniformBar& bar, const BarLoss& loss, double max_frequency, SampleRate rate,
                   const std::vector<double>& pickups)
    : modes_(bar_modes(bar, max_frequency)), rate_(rate), mass_(bar.mass()) {
  const double h = rate.step();
  for (const BarMode& mode : modes_) {
    const double sigma = loss.decay(mode.omega / bar.kappa);
    const double omega = std::sqrt(mode.omega * mode.omega - sigma * sigma);  // of the damped mode
    const Complex a = Complex(-sigma, omega) * h / 2.0;
    const Complex turn = std::exp(2.0 * a);
    const Complex impulse = std::exp(a) * std::sinh(a) / a / mass_;
    const Complex lever = -6.0 / h * std::exp(a) * moment_kernel(a) / mass_;
    cos_.push_back(turn.real()), sin_.push_back(turn.imag());
    impulse_re_.push_back(impulse.real()), impulse_im_.push_back(impulse.imag());
    lever_re_.push_back(lever.real()), lever_im_.push_back(lever.imag());
    from_re_.push_back(-2 * sigma), from_im_.push_back(sigma * sigma / omega - omega);
    for (const double x : pickups) pickup_shapes_.push_back(mode.shape(x));
  }
  re_.resize(modes_.size());
  im_.resize(modes_.size());
}

void ModalBar::strike(const BarStrike& strike) {
  Struck struck;
  for (const BarMode& mode : modes_) struck.shape.push_back(mode.shape(strike.place));
  strikes_.add(strike, rate_, 0, now_, std::move(struck));
}

void ModalBar::push(const Struck& struck, const PulseMoments& moments) {
  double before = 0, after = 0;
  for (std::size_t m = 0; m < modes_.size(); ++m) {
    before += re_[m] * re_[m] + im_[m] * im_[m];
    re_[m] += struck.shape[m] * (moments.impulse * impulse_re_[m] + moments.lever * lever_re_[m]);
    im_[m] += struck.shape[m] * (moments.impulse * impulse_im_[m] + moments.lever * lever_im_[m]);
    after += re_[m] * re_[m] + im_[m] * im_[m];
  }
  energy_supplied_ += 0.5 * mass_ * (after - before);
}

// A mode that has faded to nothing stops, before it reaches numbers so small that the processor crawls.
void ModalBar::hush() {
  for (std::size_t m = 0; m < modes_.size(); ++m)
    if (re_[m] * re_[m] + im_[m] * im_[m] < 1e-60) re_[m] = im_[m] = 0;
}

void ModalBar::advance(SampleIndex first, int count, double* acceleration, std::size_t stride) {
  now_ = first;
  const std::size_t modes = modes_.size(), samples = static_cast<std::size_t>(count);
  mode_acceleration_.resize(modes * samples);
  for (std::size_t i = 0; i < samples; ++i, ++now_) {
    if (now_ % kSilenceInterval == 0) hush();
    for (std::size_t m = 0; m < modes; ++m) {
      const double re = re_[m], im = im_[m];
      mode_acceleration_[m * samples + i] = from_re_[m] * re + from_im_[m] * im;
      re_[m] = cos_[m] * re - sin_[m] * im;
      im_[m] = sin_[m] * re + cos_[m] * im;
    }
    for (auto& strike : strikes_) {
      if (now_ < strike.first) continue;
      const PulseMoments next = strike.pulse.next(), last = std::exchange(strike.extra.last, next);
      push(strike.extra, next);
      // the force at the sample itself: the later half of the stretch before it and the earlier half of the one after
      const double impulse = (last.impulse + next.impulse) / 2 + 1.5 * rate_.hz * (last.lever - next.lever);
      const double force = impulse * rate_.hz / mass_;
      for (std::size_t m = 0; m < modes; ++m) mode_acceleration_[m * samples + i] += force * strike.extra.shape[m];
    }
  }
  strikes_.drop_finished([](const Struck& struck) { return struck.last.impulse == 0; });

  // modes -> pickups
  const std::size_t pickups = modes == 0 ? 0 : pickup_shapes_.size() / modes;
  for (std::size_t p = 0; p < pickups; ++p) {
    double* out = acceleration + p * stride;
    std::fill(out, out + samples, 0.0);
    for (std::size_t m = 0; m < modes; ++m) {
      const double shape = pickup_shapes_[m * pickups + p];
      const double* in = mode_acceleration_.data() + m * samples;
      for (std::size_t i = 0; i < samples; ++i) out[i] += shape * in[i];
    }
  }
}

double ModalBar::deflection(double x) const {
  double sum = 0;
  for (std::size_t m = 0; m < modes_.size(); ++m) {
    const double omega = std::sqrt(modes_[m].omega * modes_[m].omega - from_re_[m] * from_re_[m] / 4);
    sum += modes_[m].shape(x) * im_[m] / omega;
  }
  return sum;
}

double ModalBar::velocity(double x) const {
  double sum = 0;
  for (std::size_t m = 0; m < modes_.size(); ++m) {
    const double sigma = -from_re_[m] / 2, omega = std::sqrt(modes_[m].omega * modes_[m].omega - sigma * sigma);
    sum += modes_[m].shape(x) * (re_[m] - sigma * im_[m] / omega);
  }
  return sum;
}

// |z|^2 m / 2: kinetic plus potential to first order in sigma / omega, and it never grows between strikes.
double ModalBar::energy() const {
  double sum = 0;
  for (std::size_t m = 0; m < modes_.size(); ++m) sum += re_[m] * re_[m] + im_[m] * im_[m];
  return 0.5 * mass_ * sum;
}

void ModalBar::archive(StateArchive& state) { state.fields(re_, im_, now_, strikes_, energy_supplied_); }

}  // namespace resound
