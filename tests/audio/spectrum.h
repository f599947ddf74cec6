#pragma once
#include <cmath>
#include <complex>
#include <numbers>
#include <span>

namespace resound::test {

inline double decibels(double ratio) { return 20 * std::log10(std::abs(ratio)); }

// Response of a filter at a frequency [cycles a sample]; the middle of the taps is time zero.
inline std::complex<double> response(std::span<const double> taps, double frequency) {
  const double middle = (static_cast<double>(taps.size()) - 1) / 2;
  std::complex<double> sum = 0;
  for (std::size_t k = 0; k < taps.size(); ++k)
    sum += taps[k] * std::polar(1.0, 2 * std::numbers::pi * frequency * (static_cast<double>(k) - middle));
  return sum;
}

// Best fit of a cos(wt) + b sin(wt) to a signal, by least squares; time in samples from the first.
struct ToneFit {
  double cosine = 0, sine = 0;
  double residual = 0;  // rms of what is left, relative to the rms of the tone
  double amplitude() const { return std::hypot(cosine, sine); }
};

inline ToneFit fit_tone(std::span<const double> signal, double cycles_a_sample) {
  double cc = 0, cs = 0, ss = 0, xc = 0, xs = 0;
  const double w = 2 * std::numbers::pi * cycles_a_sample;
  for (std::size_t i = 0; i < signal.size(); ++i) {
    const double c = std::cos(w * static_cast<double>(i)), s = std::sin(w * static_cast<double>(i));
    cc += c * c, cs += c * s, ss += s * s, xc += signal[i] * c, xs += signal[i] * s;
  }
  const double determinant = cc * ss - cs * cs;
  ToneFit fit{(xc * ss - xs * cs) / determinant, (xs * cc - xc * cs) / determinant, 0};
  double left = 0;
  for (std::size_t i = 0; i < signal.size(); ++i) {
    const double t = w * static_cast<double>(i);
    const double rest = signal[i] - fit.cosine * std::cos(t) - fit.sine * std::sin(t);
    left += rest * rest;
  }
  fit.residual = std::sqrt(2 * left / static_cast<double>(signal.size())) / fit.amplitude();
  return fit;
}

inline double rms(std::span<const double> signal) {
  double sum = 0;
  for (const double value : signal) sum += value * value;
  return std::sqrt(sum / static_cast<double>(signal.size()));
}

}  // namespace resound::test
