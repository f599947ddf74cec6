#include "grain/pair_kernel.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

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

// So many balls at a time; most often that is enough.
constexpr std::size_t kRound = 64;

// Those who may be met, and what their times follow from.
struct Approaches {
  HWY_ALIGN double rv[kRound], c[kRound], discriminant[kRound];
};

// Most often one or two of them.
HWY_INLINE void look_at(const Approaches& a, std::uint64_t who, const int* others, double before,
                        FirstMeetings& found) {
  FirstMeetings::Meeting first = found.first, second = found.second;
  for (; who != 0; who &= who - 1) {
    const int k = std::countr_zero(who);
    const double t = std::max(a.c[k], 0.0) / (std::sqrt(a.discriminant[k]) - a.rv[k]);
    if (!(t < std::min(before, second.after))) continue;
    second = {t, others[k]};
    if (t < first.after) std::swap(first, second);
  }
  found.first = first;
  found.second = second;
}

template <bool kFall, bool kPeriodic, bool kSleepers>
HWY_INLINE void find_among(const FlyingBall& me, const FlyingBall* balls, std::span<const int> others,
                           const MeetingSpace& space, double before, int* sleepers, FirstMeetings& found) {
  const std::size_t count = others.size();
  const hn::CappedTag<double, 4> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto zero = hn::Zero(d);
  const Vec3& g = space.gravity;
  const auto gx = hn::Set(d, g.x), gy = hn::Set(d, g.y), gz = hn::Set(d, g.z);
  const auto full = hn::Set(d, space.period), half = hn::Set(d, space.period / 2), half_one = hn::Set(d, 0.5);
  const auto x = hn::Set(d, me.position.x), y = hn::Set(d, me.position.y), z = hn::Set(d, me.position.z);
  const auto vx = hn::Set(d, me.velocity.x), vy = hn::Set(d, me.velocity.y), vz = hn::Set(d, me.velocity.z);
  const auto time = hn::Set(d, me.time), radius = hn::Set(d, me.radius), never = hn::Set(d, kNever);
  const auto limit = hn::Set(d, before), minus_two_limits = hn::Set(d, -2 * before);
  Approaches approaches;
  std::uint64_t who = 0;
  for (std::size_t k = 0; k < count; k += lanes) {
    const FlyingBall* at[4];
    for (std::size_t lane = 0; lane < lanes; ++lane) at[lane] = balls + others.data()[k + lane];
    const auto b = Gather(d, at);
    const auto asleep = hn::Eq(b.time, never);
    auto dt = hn::Sub(time, b.time);
    if constexpr (kSleepers) dt = hn::IfThenZeroElse(asleep, dt);
    const auto half_dt = hn::Mul(dt, half_one);
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
    if (kSleepers && HWY_UNLIKELY(!hn::AllFalse(d, asleep))) {
      // The gap changes at rv/|r| and bends by no more than g: it stays open until then, or it may not.
      const auto distance = hn::Sqrt(rr), bend = hn::Set(d, 0.5 * length(g));
      const auto closing = hn::NegMulAdd(bend, limit, hn::Div(rv, distance));
      const auto may = hn::And(asleep, hn::Le(hn::MulAdd(limit, closing, hn::Sub(distance, reach)), zero));
      HWY_ALIGN double is_near[4];
      hn::Store(hn::IfThenElseZero(may, half_one), d, is_near);
      for (std::size_t lane = 0; lane < lanes && k + lane < count; ++lane)
        if (is_near[lane] > 0) sleepers[found.sleepers++] = others[k + lane];
    }
    auto meets = hn::And(hn::Lt(rv, zero), hn::Ge(discriminant, zero));
    // Without gravity its velocity over itself is zero to the last digit, and so is rv.
    if constexpr (kFall) meets = hn::And(meets, hn::Gt(rr, hn::Mul(hn::Set(d, kItself), reach_squared)));
    // No meeting comes before c / -2rv, as the root is at most -rv.
    if constexpr (kSleepers) meets = hn::And(hn::AndNot(asleep, meets), hn::Le(c, hn::Mul(rv, minus_two_limits)));
    hn::Store(rv, d, approaches.rv + k);
    hn::Store(c, d, approaches.c + k);
    hn::Store(discriminant, d, approaches.discriminant + k);
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(d, meets, bits);
    who |= static_cast<std::uint64_t>(bits[0]) << k;
  }
  look_at(approaches, who, others.data(), before, found);
}

template <bool kFall, bool kPeriodic, bool kSleepers>
HWY_NOINLINE FirstMeetings find_among_many(const FlyingBall& me, const FlyingBall* balls, std::span<const int> others,
                                           const MeetingSpace& space, double before, int* sleepers) {
  FirstMeetings found;
  for (; !others.empty(); others = others.subspan(std::min(others.size(), kRound)))
    find_among<kFall, kPeriodic, kSleepers>(me, balls, others.first(std::min(others.size(), kRound)), space, before,
                                            sleepers, found);
  return found;
}

template <bool kFall, bool kPeriodic>
FirstMeetings find_first(const FlyingBall& me, const FlyingBall* balls, std::span<const int> others,
                         const MeetingSpace& space, double before, int* sleepers) {
  if (sleepers != nullptr) return find_among_many<kFall, kPeriodic, true>(me, balls, others, space, before, sleepers);
  if (others.size() > kRound)
    return find_among_many<kFall, kPeriodic, false>(me, balls, others, space, before, sleepers);
  FirstMeetings found;
  find_among<kFall, kPeriodic, false>(me, balls, others, space, before, sleepers, found);
  return found;
}

MeetingSearch ChooseSearch(const MeetingSpace& space) {
  const bool falls = dot(space.gravity, space.gravity) > 0;
  if (space.period > 0) return falls ? find_first<true, true> : find_first<false, true>;
  return falls ? find_first<true, false> : find_first<false, false>;
}

}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(ChooseSearch);

MeetingSearch meeting_search(const MeetingSpace& space) { return HWY_DYNAMIC_DISPATCH(ChooseSearch)(space); }

}  // namespace resound
#endif
