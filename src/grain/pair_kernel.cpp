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

// The squared distance within which a ball can only be the one itself.
constexpr double kItself = 0.25;  // [1]  of the squared sum of the radii

FirstMeeting FindFirst(const FlyingBall& me, const FlyingBall* balls, const int* others, std::size_t count,
                       const MeetingSpace& space, double before, int* sleepers) {
  const hn::CappedTag<double, 4> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto zero = hn::Zero(d);
  const Vec3& g = space.gravity;
  const auto gx = hn::Set(d, g.x), gy = hn::Set(d, g.y), gz = hn::Set(d, g.z);
  const auto full = hn::Set(d, space.period), half = hn::Set(d, space.period / 2), half_one = hn::Set(d, 0.5);
  const auto x = hn::Set(d, me.position.x), y = hn::Set(d, me.position.y), z = hn::Set(d, me.position.z);
  const auto vx = hn::Set(d, me.velocity.x), vy = hn::Set(d, me.velocity.y), vz = hn::Set(d, me.velocity.z);
  const auto time = hn::Set(d, me.time), radius = hn::Set(d, me.radius), never = hn::Set(d, kNever);
  // The soonest of each lane and its place in the list, without a branch: who meets whom cannot be guessed.
  auto soonest = hn::Set(d, before), place = hn::Set(d, -1.0), next_place = hn::Iota(d, 0.0);
  int met_sleepers = 0;
  for (std::size_t k = 0; k < count; k += lanes) {
    const FlyingBall* at[4];
    for (std::size_t lane = 0; lane < lanes; ++lane) at[lane] = balls + others[k + lane];
    const auto b = Gather(d, at);
    const auto asleep = hn::Eq(b.time, never);
    const auto dt = hn::IfThenZeroElse(asleep, hn::Sub(time, b.time)), half_dt = hn::Mul(dt, half_one);
    auto rx = hn::MulAdd(dt, hn::MulAdd(half_dt, gx, b.vx), hn::Sub(b.x, x));
    auto ry = hn::MulAdd(dt, hn::MulAdd(half_dt, gy, b.vy), hn::Sub(b.y, y));
    auto rz = hn::MulAdd(dt, hn::MulAdd(half_dt, gz, b.vz), hn::Sub(b.z, z));
    if (space.period > 0) {
      rx = NearestImage(d, rx, full, half);
      ry = NearestImage(d, ry, full, half);
      rz = NearestImage(d, rz, full, half);
    }
    const auto ux = hn::MulAdd(dt, gx, hn::Sub(b.vx, vx));
    const auto uy = hn::MulAdd(dt, gy, hn::Sub(b.vy, vy));
    const auto uz = hn::MulAdd(dt, gz, hn::Sub(b.vz, vz));
    const auto reach = hn::Add(b.radius, radius), reach_squared = hn::Mul(reach, reach);
    const auto rv = hn::MulAdd(rx, ux, hn::MulAdd(ry, uy, hn::Mul(rz, uz)));
    const auto rr = hn::MulAdd(rx, rx, hn::MulAdd(ry, ry, hn::Mul(rz, rz)));
    const auto vv = hn::MulAdd(ux, ux, hn::MulAdd(uy, uy, hn::Mul(uz, uz)));
    const auto c = hn::Sub(rr, reach_squared);
    const auto discriminant = hn::NegMulAdd(vv, c, hn::Mul(rv, rv));
    if (HWY_UNLIKELY(!hn::AllFalse(d, asleep))) {
      // The gap changes at rv/|r| and bends by no more than g: it stays open until then, or it may not.
      const auto distance = hn::Sqrt(rr), limit = soonest;
      const auto bend = hn::Set(d, 0.5 * length(g));
      const auto closing = hn::NegMulAdd(bend, limit, hn::Div(rv, distance));
      const auto may = hn::And(asleep, hn::Le(hn::MulAdd(limit, closing, hn::Sub(distance, reach)), zero));
      HWY_ALIGN double is_near[4];
      hn::Store(hn::IfThenElseZero(may, half_one), d, is_near);
      for (std::size_t lane = 0; lane < lanes && k + lane < count; ++lane)
        if (is_near[lane] > 0) sleepers[met_sleepers++] = others[k + lane];
    }
    const auto other = hn::AndNot(asleep, hn::Gt(rr, hn::Mul(hn::Set(d, kItself), reach_squared)));
    const auto meets = hn::And(hn::And(hn::Lt(rv, zero), hn::Ge(discriminant, zero)), other);
    const auto t = hn::Div(hn::Max(c, zero), hn::Sub(hn::Sqrt(hn::Max(discriminant, zero)), rv));
    const auto sooner = hn::And(meets, hn::Lt(t, soonest));
    soonest = hn::IfThenElse(sooner, t, soonest);
    place = hn::IfThenElse(sooner, next_place, place);
    next_place = hn::Add(next_place, hn::Set(d, static_cast<double>(lanes)));
  }
  const auto least = hn::MinOfLanes(d, soonest);
  FirstMeeting first{hn::GetLane(least), -1, met_sleepers};
  if (first.after < before) {
    HWY_ALIGN double places[4];
    hn::Store(place, d, places);
    const auto lane = hn::FindFirstTrue(d, hn::Eq(soonest, least));
    first.other = others[static_cast<std::size_t>(places[lane])];
  }
  return first;
}

}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(FindFirst);

FirstMeeting first_meeting(const FlyingBall& me, const FlyingBall* balls, std::span<const int> others,
                           const MeetingSpace& space, double before, int* sleepers) {
  return HWY_DYNAMIC_DISPATCH(FindFirst)(me, balls, others.data(), others.size(), space, before, sleepers);
}

}  // namespace resound
#endif
