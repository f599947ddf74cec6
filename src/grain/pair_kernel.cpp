#include "grain/pair_kernel.h"

#include <bit>
#include <cmath>
#include <cstdint>

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
  const hn::Half<D> half;  // two halves come together while they are loaded
  const auto two = [&](const double* low, const double* high)
                       HWY_ATTR { return hn::Combine(d, hn::Load(half, high), hn::Load(half, low)); };
  const auto ac01 = two(a, c), be01 = two(b, e), ac23 = two(a + 2, c + 2), be23 = two(b + 2, e + 2);
  r0 = hn::InterleaveLower(d, ac01, be01);
  r1 = hn::InterleaveUpper(d, ac01, be01);
  r2 = hn::InterleaveLower(d, ac23, be23);
  r3 = hn::InterleaveUpper(d, ac23, be23);
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

// The two earliest times of each lane, and at which place of the list they stand.
template <class D>
struct Earliest {
  using V = hn::Vec<D>;
  V first, second, first_at, second_at;

  explicit Earliest(D d) : first(hn::Set(d, kNever)), second(first), first_at(hn::Set(d, -1.0)), second_at(first_at) {}

  HWY_INLINE void add(V time, V at) {
    const auto sooner = hn::Lt(time, first), next = hn::Lt(time, second);
    second_at = hn::IfThenElse(sooner, first_at, hn::IfThenElse(next, at, second_at));
    second = hn::Min(second, hn::Max(first, time));
    first_at = hn::IfThenElse(sooner, at, first_at);
    first = hn::Min(first, time);
  }

  // The earliest of all lanes, which is taken out.
  HWY_INLINE FirstMeetings::Meeting take(D d, const int* others) {
    const V all = hn::MinOfLanes(d, first), here = hn::Iota(d, 0.0);
    const double time = hn::GetLane(all);
    const V lanes = hn::IfThenElse(hn::Eq(first, all), here, hn::Set(d, 64.0));
    const auto lane = hn::Eq(here, hn::MinOfLanes(d, lanes));
    const double at = hn::GetLane(hn::SumOfLanes(d, hn::IfThenElseZero(lane, first_at)));
    first = hn::IfThenElse(lane, second, first);
    first_at = hn::IfThenElse(lane, second_at, first_at);
    return {time, time < kNever ? others[static_cast<int>(at)] : -1};
  }
};

template <bool kFall, bool kPeriodic>
FirstMeetings find_first(const FlyingBall& me, const FlyingBall* balls, const int* others, std::size_t count,
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
  const auto limit = hn::Set(d, before);
  FirstMeetings found;
  Earliest<decltype(d)> earliest(d);
  auto place = hn::Iota(d, 0.0);
  const auto step = hn::Set(d, static_cast<double>(lanes));
  for (std::size_t k = 0; k < count; k += lanes, place = hn::Add(place, step)) {
    const FlyingBall* at[4];
    for (std::size_t lane = 0; lane < lanes; ++lane) at[lane] = balls + others[k + lane];
    const auto b = Gather(d, at);
    const auto asleep = hn::Eq(b.time, never);
    const auto dt = hn::IfThenZeroElse(asleep, hn::Sub(time, b.time)), half_dt = hn::Mul(dt, half_one);
    const auto mean = [&](auto v, auto a) HWY_ATTR { return kFall ? hn::MulAdd(half_dt, a, v) : v; };
    auto rx = hn::MulAdd(dt, mean(b.vx, gx), hn::Sub(b.x, x));
    auto ry = hn::MulAdd(dt, mean(b.vy, gy), hn::Sub(b.y, y));
    auto rz = hn::MulAdd(dt, mean(b.vz, gz), hn::Sub(b.z, z));
    if constexpr (kPeriodic) {
      rx = NearestImage(d, rx, full, half);
      ry = NearestImage(d, ry, full, half);
      rz = NearestImage(d, rz, full, half);
    }
    const auto after_fall = [&](auto v, auto a) HWY_ATTR { return kFall ? hn::MulAdd(dt, a, v) : v; };
    const auto ux = after_fall(hn::Sub(b.vx, vx), gx);
    const auto uy = after_fall(hn::Sub(b.vy, vy), gy);
    const auto uz = after_fall(hn::Sub(b.vz, vz), gz);
    const auto reach = hn::Add(b.radius, radius), reach_squared = hn::Mul(reach, reach);
    const auto rv = hn::MulAdd(rx, ux, hn::MulAdd(ry, uy, hn::Mul(rz, uz)));
    const auto rr = hn::MulAdd(rx, rx, hn::MulAdd(ry, ry, hn::Mul(rz, rz)));
    const auto vv = hn::MulAdd(ux, ux, hn::MulAdd(uy, uy, hn::Mul(uz, uz)));
    const auto c = hn::Sub(rr, reach_squared);
    const auto discriminant = hn::NegMulAdd(vv, c, hn::Mul(rv, rv));
    if (HWY_UNLIKELY(!hn::AllFalse(d, asleep))) {
      // The gap changes at rv/|r| and bends by no more than g: it stays open until then, or it may not.
      const auto distance = hn::Sqrt(rr), bend = hn::Set(d, 0.5 * length(g));
      const auto closing = hn::NegMulAdd(bend, limit, hn::Div(rv, distance));
      const auto may = hn::And(asleep, hn::Le(hn::MulAdd(limit, closing, hn::Sub(distance, reach)), zero));
      HWY_ALIGN double is_near[4];
      hn::Store(hn::IfThenElseZero(may, half_one), d, is_near);
      for (std::size_t lane = 0; lane < lanes && k + lane < count; ++lane)
        if (is_near[lane] > 0) sleepers[found.sleepers++] = others[k + lane];
    }
    const auto other = hn::AndNot(asleep, hn::Gt(rr, hn::Mul(hn::Set(d, kItself), reach_squared)));
    const auto root = hn::Sqrt(hn::Max(discriminant, zero));
    const auto after = hn::Div(hn::Max(c, zero), hn::Sub(root, rv));
    const auto meets =
        hn::And(hn::And(hn::Lt(rv, zero), hn::Ge(discriminant, zero)), hn::And(other, hn::Lt(after, limit)));
    earliest.add(hn::IfThenElse(meets, after, never), place);
  }
  found.first = earliest.take(d, others);
  if (found.first.other >= 0) found.second = earliest.take(d, others);
  return found;
}

FirstMeetings FindFirst(const FlyingBall& me, const FlyingBall* balls, const int* others, std::size_t count,
                        const MeetingSpace& space, double before, int* sleepers) {
  const bool falls = dot(space.gravity, space.gravity) > 0, periodic = space.period > 0;
  const auto find = periodic ? (falls ? find_first<true, true> : find_first<false, true>)
                             : (falls ? find_first<true, false> : find_first<false, false>);
  return find(me, balls, others, count, space, before, sleepers);
}

}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(FindFirst);

FirstMeetings first_meetings(const FlyingBall& me, const FlyingBall* balls, std::span<const int> others,
                             const MeetingSpace& space, double before, int* sleepers) {
  return HWY_DYNAMIC_DISPATCH(FindFirst)(me, balls, others.data(), others.size(), space, before, sleepers);
}

}  // namespace resound
#endif
