#include "grain/pair_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "grain/pair_kernel.cpp"
#include <hwy/foreach_target.h>  // compiles what follows once for each kind of processor

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Four balls side by side instead of number by number.
template <class V>
struct Lanes {
  V x, y, z, time, vx, vy, vz, radius;
};

#if HWY_TARGET != HWY_SCALAR
template <class D, class V = hn::Vec<D>>
HWY_INLINE void Transpose(D d, const double* a, const double* b, const double* c, const double* e, V& r0, V& r1, V& r2,
                          V& r3) {
  const auto va = hn::Load(d, a), vb = hn::Load(d, b), vc = hn::Load(d, c), ve = hn::Load(d, e);
  const auto ab02 = hn::InterleaveLower(d, va, vb), ab13 = hn::InterleaveUpper(d, va, vb);
  const auto ce02 = hn::InterleaveLower(d, vc, ve), ce13 = hn::InterleaveUpper(d, vc, ve);
  r0 = hn::ConcatLowerLower(d, ce02, ab02);
  r1 = hn::ConcatLowerLower(d, ce13, ab13);
  r2 = hn::ConcatUpperUpper(d, ce02, ab02);
  r3 = hn::ConcatUpperUpper(d, ce13, ab13);
}
#endif

// `at` are as many balls as there are lanes: four where registers are wide enough, otherwise two or one.
template <class D, class V = hn::Vec<D>>
HWY_INLINE Lanes<V> Gather(D d, const FlyingBall* const* at) {
#if HWY_TARGET != HWY_SCALAR
  if constexpr (hn::MaxLanes(D()) == 4) {
    Lanes<V> b;
    const auto numbers = [&](int k) HWY_ATTR { return reinterpret_cast<const double*>(at[k]); };
    Transpose(d, numbers(0), numbers(1), numbers(2), numbers(3), b.x, b.y, b.z, b.time);
    Transpose(d, numbers(0) + 4, numbers(1) + 4, numbers(2) + 4, numbers(3) + 4, b.vx, b.vy, b.vz, b.radius);
    return b;
  }
#endif
  HWY_ALIGN double numbers[8][4];
  for (std::size_t lane = 0; lane < hn::Lanes(d); ++lane)
    for (std::size_t k = 0; k < 8; ++k) numbers[k][lane] = reinterpret_cast<const double*>(at[lane])[k];
  return {hn::Load(d, numbers[0]), hn::Load(d, numbers[1]), hn::Load(d, numbers[2]), hn::Load(d, numbers[3]),
          hn::Load(d, numbers[4]), hn::Load(d, numbers[5]), hn::Load(d, numbers[6]), hn::Load(d, numbers[7])};
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE V NearestImage(D, V x, V period, V half) {
  x = hn::IfThenElse(hn::Gt(x, half), hn::Sub(x, period), x);
  return hn::IfThenElse(hn::Lt(x, hn::Neg(half)), hn::Add(x, period), x);
}

FirstMeeting FindFirst(const FlyingBall& me, const FlyingBall* balls, const int* others, std::size_t count, const Vec3& gravity,
                       double period, double before) {
  const hn::CappedTag<double, 4> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto zero = hn::Zero(d);
  const auto gx = hn::Set(d, gravity.x), gy = hn::Set(d, gravity.y), gz = hn::Set(d, gravity.z);
  const auto full = hn::Set(d, period), half = hn::Set(d, period / 2), half_one = hn::Set(d, 0.5);
  const auto x = hn::Set(d, me.position.x), y = hn::Set(d, me.position.y), z = hn::Set(d, me.position.z);
  const auto vx = hn::Set(d, me.velocity.x), vy = hn::Set(d, me.velocity.y), vz = hn::Set(d, me.velocity.z);
  const auto time = hn::Set(d, me.time), radius = hn::Set(d, me.radius);
  FirstMeeting first{before, -1};
  auto twice_before = hn::Set(d, -2 * before);
  for (std::size_t k = 0; k < count; k += lanes) {
    // Places beyond the end hold the ball itself, which never approaches itself.
    const FlyingBall* at[4];
    for (std::size_t lane = 0; lane < lanes; ++lane) at[lane] = k + lane < count ? balls + others[k + lane] : &me;
    const auto b = Gather(d, at);
    const auto dt = hn::Sub(time, b.time), half_dt = hn::Mul(dt, half_one);
    auto rx = hn::MulAdd(dt, hn::MulAdd(half_dt, gx, b.vx), hn::Sub(b.x, x));
    auto ry = hn::MulAdd(dt, hn::MulAdd(half_dt, gy, b.vy), hn::Sub(b.y, y));
    auto rz = hn::MulAdd(dt, hn::MulAdd(half_dt, gz, b.vz), hn::Sub(b.z, z));
    if (period > 0) {
      rx = NearestImage(d, rx, full, half);
      ry = NearestImage(d, ry, full, half);
      rz = NearestImage(d, rz, full, half);
    }
    const auto ux = hn::MulAdd(dt, gx, hn::Sub(b.vx, vx));
    const auto uy = hn::MulAdd(dt, gy, hn::Sub(b.vy, vy));
    const auto uz = hn::MulAdd(dt, gz, hn::Sub(b.vz, vz));
    const auto reach = hn::Add(b.radius, radius);
    const auto rv = hn::MulAdd(rx, ux, hn::MulAdd(ry, uy, hn::Mul(rz, uz)));
    const auto rr = hn::MulAdd(rx, rx, hn::MulAdd(ry, ry, hn::Mul(rz, rz)));
    const auto vv = hn::MulAdd(ux, ux, hn::MulAdd(uy, uy, hn::Mul(uz, uz)));
    const auto c = hn::NegMulAdd(reach, reach, rr);
    const auto discriminant = hn::NegMulAdd(vv, c, hn::Mul(rv, rv));
    // c / (2 |r.v|) is the soonest that it can be. Sleepers have given numbers that are none, and compare false.
    const auto soon = hn::Le(c, hn::Mul(rv, twice_before));
    const auto meets = hn::And(hn::And(hn::Lt(rv, zero), hn::Ge(discriminant, zero)), soon);
    if (hn::AllFalse(d, meets)) continue;
    const auto t = hn::Div(hn::Max(c, zero), hn::Sub(hn::Sqrt(hn::Max(discriminant, zero)), rv));
    HWY_ALIGN double times[4];
    hn::Store(hn::IfThenElse(meets, t, hn::Set(d, kNever)), d, times);
    for (std::size_t lane = 0; lane < lanes; ++lane)
      if (times[lane] < first.after) first = {times[lane], others[k + lane]};
    twice_before = hn::Set(d, -2 * first.after);
  }
  return first;
}

}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(FindFirst);

FirstMeeting first_meeting(const FlyingBall& me, const FlyingBall* balls, std::span<const int> others, const Vec3& gravity,
                           double period, double before) {
  return HWY_DYNAMIC_DISPATCH(FindFirst)(me, balls, others.data(), others.size(), gravity, period, before);
}

}  // namespace resound
#endif
