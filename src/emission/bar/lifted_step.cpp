#include "emission/bar/lifted_step.h"

#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "emission/bar/lifted_step.cpp"
#include <hwy/foreach_target.h>  // compiles what follows once for each kind of processor

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Four rows a turn, so that values move on from name to name without a copy. Rows 0 and 1 come last: they read the
// upper halo, whose many small stores are then long over.
template <bool kWithAcceleration>
void step_rows(const StepFactors& f, std::size_t rows, const double* now, double* before, double* acceleration) {
  const hn::CappedTag<double, kStretches> d;
  const auto centre = hn::Set(d, f.centre), beside = hn::Set(d, f.beside), beyond = hn::Set(d, f.beyond);
  const auto old_centre = hn::Set(d, f.old_centre), old_beside = hn::Set(d, f.old_beside);
  const auto rate = hn::Set(d, f.inverse_step_squared), two = hn::Set(d, 2.0);

  for (std::size_t lane = 0; lane < kStretches; lane += hn::Lanes(d)) {
    const double* u = now + lane;
    double* p = before + lane;
    double* a = acceleration + lane;
    const auto step_row = [&](std::size_t i, auto u0, auto u1, auto u2, auto u3, auto u4, auto p1, auto p2,
                              auto p3) HWY_ATTR {
      const auto fresh = hn::MulAdd(beside, hn::Add(u1, u3), hn::Mul(centre, u2));
      const auto old = hn::MulAdd(old_beside, hn::Add(p1, p3), hn::Mul(old_centre, p2));
      const auto next = hn::Add(hn::MulAdd(beyond, hn::Add(u0, u4), fresh), old);
      if constexpr (kWithAcceleration)
        hn::Store(hn::Mul(rate, hn::NegMulAdd(two, u2, hn::Add(next, p2))), d, a + i * kStretches);
      hn::Store(next, d, p + i * kStretches);
    };
    const auto load_u = [&](std::size_t i) HWY_ATTR { return hn::Load(d, u + i * kStretches); };
    const auto load_p = [&](std::size_t i) HWY_ATTR { return hn::Load(d, p + i * kStretches); };

    const auto old0 = load_p(0), old1 = load_p(1), old2 = load_p(2);  // about to be overwritten
    auto u0 = load_u(0), u1 = load_u(1), u2 = load_u(2), u3 = load_u(3), p1 = old1, p2 = old2;
    std::size_t i = 2;
    for (; i + 4 <= rows; i += 4) {
      const auto u4 = load_u(i + 2), p3 = load_p(i + 1);
      step_row(i, u0, u1, u2, u3, u4, p1, p2, p3);
      const auto u5 = load_u(i + 3), p4 = load_p(i + 2);
      step_row(i + 1, u1, u2, u3, u4, u5, p2, p3, p4);
      const auto u6 = load_u(i + 4), p5 = load_p(i + 3);
      step_row(i + 2, u2, u3, u4, u5, u6, p3, p4, p5);
      const auto u7 = load_u(i + 5), p6 = load_p(i + 4);
      step_row(i + 3, u3, u4, u5, u6, u7, p4, p5, p6);
      u0 = u4, u1 = u5, u2 = u6, u3 = u7, p1 = p5, p2 = p6;
    }
    for (; i < rows; ++i) {
      const auto u4 = load_u(i + 2), p3 = load_p(i + 1);
      step_row(i, u0, u1, u2, u3, u4, p1, p2, p3);
      u0 = u1, u1 = u2, u2 = u3, u3 = u4, p1 = p2, p2 = p3;
    }
    const auto above1 = hn::Load(d, u - kStretches);
    step_row(0, hn::Load(d, u - 2 * kStretches), above1, load_u(0), load_u(1), load_u(2), hn::Load(d, p - kStretches),
             old0, old1);
    step_row(1, above1, load_u(0), load_u(1), load_u(2), load_u(3), old0, old1, old2);
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

// Row -1 of a stretch is the last row of the stretch before it, row `rows` the first of the next.
void fill_halo(std::size_t rows, const LeftGhosts& ghosts, double* state) {
  constexpr std::size_t kMoved = (kStretches - 1) * sizeof(double);
  double* end = state + rows * kStretches;
  state[-static_cast<std::ptrdiff_t>(kStretches)] = ghosts.first;
  state[-2 * static_cast<std::ptrdiff_t>(kStretches)] = ghosts.second;
  std::memcpy(state - kStretches + 1, end - kStretches, kMoved);
  std::memcpy(state - 2 * kStretches + 1, end - 2 * kStretches, kMoved);
  std::memcpy(end, state + 1, kMoved);
  std::memcpy(end + kStretches, state + kStretches + 1, kMoved);
}

void lifted_step(const StepFactors& factors, std::size_t rows, const LeftGhosts& ghosts, double* now, double* before,
                 double* acceleration) {
  fill_halo(rows, ghosts, now);
  HWY_DYNAMIC_DISPATCH(step)(factors, rows, now, before, acceleration);
}

}  // namespace resound
#endif
