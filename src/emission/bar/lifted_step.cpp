#include "emission/bar/lifted_step.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "emission/bar/lifted_step.cpp"
#include <hwy/foreach_target.h>  // compiles what follows once for each kind of processor

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// u+ = now u - before u- + d2 y,   y = loss (u - u-) - bending d2 u,   d2 = second difference along the rows.
template <bool kWithAcceleration>
void step_rows(const StepFactors& f, std::size_t rows, const double* now, double* before, double* acceleration) {
  const hn::CappedTag<double, kStretches> d;
  const auto now_factor = hn::Set(d, f.now), before_factor = hn::Set(d, f.before);
  const auto bending = hn::Set(d, f.bending), loss = hn::Set(d, f.loss), two = hn::Set(d, 2.0);
  const auto rate = hn::Set(d, f.inverse_step_squared);
  const auto stress = [&](auto left, auto centre, auto right, auto old) HWY_ATTR {
    const auto bend = hn::NegMulAdd(two, centre, hn::Add(left, right));
    return hn::NegMulAdd(bending, bend, hn::Mul(loss, hn::Sub(centre, old)));
  };

  for (std::size_t lane = 0; lane < kStretches; lane += hn::Lanes(d)) {
    const double* u = now + lane;
    double* p = before + lane;
    const double* above = u - 2 * kStretches;
    auto u0 = hn::Load(d, above + kStretches), u1 = hn::Load(d, u), u2 = hn::Load(d, u + kStretches);
    auto p1 = hn::Load(d, p);
    auto y0 = stress(hn::Load(d, above), u0, u1, hn::Load(d, p - kStretches));
    auto y1 = stress(u0, u1, u2, p1);
    for (std::size_t i = 0; i < rows; ++i) {
      const auto u3 = hn::Load(d, u + (i + 2) * kStretches);
      const auto p2 = hn::Load(d, p + (i + 1) * kStretches);
      const auto y2 = stress(u1, u2, u3, p2);
      const auto flow = hn::NegMulAdd(two, y1, hn::Add(y0, y2));
      const auto next = hn::MulAdd(now_factor, u1, hn::NegMulAdd(before_factor, p1, flow));
      if constexpr (kWithAcceleration) {
        const auto change = hn::NegMulAdd(two, u1, hn::Add(next, p1));
        hn::Store(hn::Mul(rate, change), d, acceleration + lane + i * kStretches);
      }
      hn::Store(next, d, p + i * kStretches);
      u1 = u2, u2 = u3, p1 = p2, y0 = y1, y1 = y2;
    }
  }
}

void step(const StepFactors& factors, std::size_t rows, const double* now, double* before, double* acceleration) {
  if (acceleration != nullptr)
    step_rows<true>(factors, rows, now, before, acceleration);
  else
    step_rows<false>(factors, rows, now, before, acceleration);
}

}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(step);

void lifted_step(const StepFactors& factors, std::size_t rows, const double* now, double* before,
                 double* acceleration) {
  HWY_DYNAMIC_DISPATCH(step)(factors, rows, now, before, acceleration);
}

}  // namespace resound
#endif
