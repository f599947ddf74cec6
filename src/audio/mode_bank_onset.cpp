// How a hit enters the mode bank.
//
// A half-sine of duration D leaves a mode ringing as an impulse at its middle would, times
//   G(w) = cosh(w D/2) / (1 + (w D/pi)^2),   w = -decay + i omega   (pi/4 where w D = i pi),
// whose sign flips beyond omega D = 3 pi. That impulse is not put into one sample: it is spread with a Kaiser sinc, so
// that the jump of velocity at the onset has no spectrum beyond the band. What arrives at sample n is the continuous
// response to the spread impulse,
//   in_n = integral over 0..1 of kernel(n - p - y) e^{w y} dy,
// by four Gauss nodes y; summing at whole samples instead would tilt the click's spectrum by a decibel at 12 kHz.
// Dividing by the response of this very sequence to the mode's own w makes the ringing behind it exact at every
// fraction of a sample.
#include <numbers>

#include "audio/mode_bank_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "audio/mode_bank_onset.cpp"
#include <hwy/foreach_target.h>  // compiles what follows once for each kind of processor

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using OnsetTag = hn::CappedTag<double, kBankGroup>;
using Real = hn::Vec<OnsetTag>;

struct Complex {
  Real re, im;
};
HWY_INLINE Complex times(Complex a, Complex b) {
  return {hn::NegMulAdd(a.im, b.im, hn::Mul(a.re, b.re)), hn::MulAdd(a.im, b.re, hn::Mul(a.re, b.im))};
}
HWY_INLINE Complex over(Complex a, Complex b) {
  const Real scale = hn::Div(hn::Set(OnsetTag(), 1.0), hn::MulAdd(b.re, b.re, hn::Mul(b.im, b.im)));
  const Complex product = times(a, {b.re, hn::Neg(b.im)});
  return {hn::Mul(product.re, scale), hn::Mul(product.im, scale)};
}
HWY_INLINE Complex load_phasor(const PhasorLanes& from, std::size_t lane) {
  const OnsetTag d;
  return {hn::Load(d, from.real.mode.data() + lane), hn::Load(d, from.imaginary.mode.data() + lane)};
}

// e^x for |x| < 3: a short series of x/16, squared four times.
HWY_INLINE Complex exponential(Complex x) {
  const OnsetTag d;
  const Complex small{hn::Mul(x.re, hn::Set(d, 1.0 / 16)), hn::Mul(x.im, hn::Set(d, 1.0 / 16))};
  Complex sum{hn::Set(d, 1.0), hn::Zero(d)};
  for (int n = 11; n > 0; --n) {
    const Complex term = times(sum, small);
    const auto over_n = hn::Set(d, 1.0 / n);
    sum = {hn::MulAdd(term.re, over_n, hn::Set(d, 1.0)), hn::Mul(term.im, over_n)};
  }
  for (int n = 0; n < 4; ++n) sum = times(sum, sum);
  return sum;
}

// G(w). The damping counts at most for one e-fold during the pulse: a mode that dies faster follows the force and does
// not ring, and the exact factor would then describe a ringing before the end of the pulse that never was.
HWY_INLINE Complex pulse_factor(Real omega, Real decay, double duration) {
  const OnsetTag d;
  const auto one = hn::Set(d, 1.0), half_pi = hn::Set(d, std::numbers::pi / 2);
  const auto x_im = hn::Mul(omega, hn::Set(d, duration / 2));                                     // w D/2
  const auto x_re = hn::Neg(hn::Min(hn::Mul(decay, hn::Set(d, duration / 2)), hn::Set(d, 0.5)));  // -0.5 to 0
  const auto square = hn::Mul(x_re, x_re);
  const auto series = [&](double a, double b, double c, double e, double f) HWY_ATTR {
    auto sum = hn::MulAdd(hn::Set(d, f), square, hn::Set(d, e));
    sum = hn::MulAdd(sum, square, hn::Set(d, c));
    sum = hn::MulAdd(sum, square, hn::Set(d, b));
    sum = hn::MulAdd(sum, square, hn::Set(d, a));
    return hn::MulAdd(sum, square, one);
  };
  const auto cosh = series(1.0 / 2, 1.0 / 24, 1.0 / 720, 1.0 / 40320, 1.0 / 3628800);
  const auto sinh = hn::Mul(x_re, series(1.0 / 6, 1.0 / 120, 1.0 / 5040, 1.0 / 362880, 1.0 / 39916800));
  const Complex above{hn::Mul(cosh, hn::Cos(d, x_im)), hn::Mul(sinh, hn::Sin(d, x_im))};
  const Complex u{hn::Div(x_re, half_pi), hn::Div(x_im, half_pi)};  // w D / pi
  const Complex squared = times(u, u);
  const Complex below{hn::Add(one, squared.re), squared.im};

  // beside the pole, with e = u - i:  G = (pi/2) (1 + (pi e/2)^2/6) i / (2i + e)
  const Complex e{u.re, hn::Sub(u.im, one)};
  const Complex e2 = times(e, e);
  const auto bend = hn::Set(d, std::numbers::pi * std::numbers::pi / 24);
  const Complex limit{hn::Neg(hn::Mul(half_pi, hn::Mul(e2.im, bend))), hn::Mul(half_pi, hn::MulAdd(e2.re, bend, one))};
  const auto is_near = hn::Lt(hn::MulAdd(e.re, e.re, hn::Mul(e.im, e.im)), hn::Set(d, 1e-8));
  const Complex top{hn::IfThenElse(is_near, limit.re, above.re), hn::IfThenElse(is_near, limit.im, above.im)};
  const Complex bottom{hn::IfThenElse(is_near, e.re, below.re),
                       hn::IfThenElse(is_near, hn::Add(e.im, hn::Set(d, 2.0)), below.im)};
  return over(top, bottom);
}

void OnsetPhasors(std::span<const OnsetModes> modes, const OnsetShape& shape, const ModeLanes* impulse,
                  PhasorLanes* phasors) {
  const OnsetTag d;
  for (std::size_t group = 0; group < modes.size(); ++group) {
    const OnsetModes& mode = modes[group];
    for (std::size_t lane = 0; lane < kBankGroup; lane += hn::Lanes(d)) {
      const auto load = [&](const ModeLanes& from) HWY_ATTR { return hn::Load(d, from.mode.data() + lane); };
      // the spread hit as this mode answers it, seen at the last tap
      const Complex step = load_phasor(mode.step, lane);
      Complex answer{hn::Zero(d), hn::Zero(d)};
      for (const auto& tap : shape.taps) {
        answer = times(answer, step);
        for (std::size_t q = 0; q < kOnsetNodes; ++q) {
          const Complex node = load_phasor(mode.node[q], lane);
          const auto weight = hn::Set(d, tap[q]);
          answer = {hn::MulAdd(weight, node.re, answer.re), hn::MulAdd(weight, node.im, answer.im)};
        }
      }
      // as it shall be seen there
      const auto fraction = hn::Set(d, -shape.fraction);
      const Complex pole = load_phasor(mode.pole, lane);
      const Complex lead = times(load_phasor(mode.whole_lead, lane),
                                 exponential({hn::Mul(pole.re, fraction), hn::Mul(pole.im, fraction)}));
      const Complex factor = pulse_factor(load(mode.omega), load(mode.decay), shape.duration);
      const Complex wanted = over(times(lead, factor), answer);
      const auto amplitude = hn::Mul(load(mode.receptance), load(impulse[group]));
      hn::Store(hn::Mul(amplitude, wanted.re), d, phasors[group].real.mode.data() + lane);
      hn::Store(hn::Mul(amplitude, wanted.im), d, phasors[group].imaginary.mode.data() + lane);
    }
  }
}

}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(OnsetPhasors);

void onset_phasors(std::span<const OnsetModes> modes, const OnsetShape& shape, const ModeLanes* impulse,
                   PhasorLanes* phasors) {
  HWY_DYNAMIC_DISPATCH(OnsetPhasors)(modes, shape, impulse, phasors);
}

}  // namespace resound
#endif
