#include "emission/bar/modal_bar.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <utility>

namespace resound {
namespace {

constexpr SampleIndex kSilenceInterval = 4096;  // [samples]  on the clock, so that it does not depend on the blocks

using Complex = std::complex<double>;

// (a cosh a - sinh a) / a^2, by its series where the difference would cancel.
Complex moment_kernel(Complex a) {
  if (std::abs(a) < 0.03) return a / 3.0 * (1.0 + a * a / 10.0 * (1.0 + a * a / 28.0));
  return (a * std::cosh(a) - std::sinh(a)) / (a * a);
}

}  // namespace

ModalBar::ModalBar(const UniformBar& bar, const BarLoss& loss, double max_frequency, SampleRate rate,
                   std::vector<double> pickups)
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
  strikes_.add(strike);
  remember_shape(strike.place);
}

void ModalBar::remember_shape(double place) {
  for (const BarMode& mode : modes_) strike_shapes_.push_back(mode.shape(place));
}

void ModalBar::push(std::size_t strike, const PulseMoments& moments) {
  const std::size_t count = modes_.size();
  const double* shape = strike_shapes_.data() + strike * count;
  double before = 0, after = 0;
  for (std::size_t m = 0; m < count; ++m) {
    before += re_[m] * re_[m] + im_[m] * im_[m];
    re_[m] += shape[m] * (moments.impulse * impulse_re_[m] + moments.lever * lever_re_[m]);
    im_[m] += shape[m] * (moments.impulse * impulse_im_[m] + moments.lever * lever_im_[m]);
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
  const std::size_t modes = modes_.size(), samples = static_cast<std::size_t>(count);
  mode_acceleration_.resize(modes * samples);
  for (std::size_t i = 0; i < samples; ++i) {
    const double now = (static_cast<double>(first) + static_cast<double>(i)) / rate_.hz;
    const double half = rate_.step() / 2;

    if ((first + static_cast<SampleIndex>(i)) % kSilenceInterval == 0) hush();

    // what the modes do at this sample, and the force that acts around it
    for (std::size_t m = 0; m < modes; ++m)
      mode_acceleration_[m * samples + i] = from_re_[m] * re_[m] + from_im_[m] * im_[m];
    for (std::size_t s = 0; s < strikes_.size(); ++s) {
      const double since = now - strikes_[s].time;
      const double force = strikes_[s].pulse.moments(since - half, since + half).impulse / rate_.step() / mass_;
      for (std::size_t m = 0; m < modes; ++m)
        mode_acceleration_[m * samples + i] += force * strike_shapes_[s * modes + m];
    }

    // on to the next sample
    for (std::size_t m = 0; m < modes; ++m) {
      const double re = re_[m], im = im_[m];
      re_[m] = cos_[m] * re - sin_[m] * im;
      im_[m] = sin_[m] * re + cos_[m] * im;
    }
    for (std::size_t s = 0; s < strikes_.size(); ++s) {
      const double since = now - strikes_[s].time;
      push(s, strikes_[s].pulse.moments(since, since + rate_.step()));
    }
  }

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

  const double end = static_cast<double>(first + count) / rate_.hz;
  strikes_.drop_finished(end - rate_.step(), [&](std::size_t i) {
    const auto begin = strike_shapes_.begin() + static_cast<std::ptrdiff_t>(i * modes);
    strike_shapes_.erase(begin, begin + static_cast<std::ptrdiff_t>(modes));
  });
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

void ModalBar::archive(StateArchive& state) { state.fields(re_, im_, strikes_, strike_shapes_, energy_supplied_); }

}  // namespace resound
