#include "collision_statistics/joint_bins.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>

#include "numerics/pi.h"
#include "numerics/pose.h"

#ifndef RESOUND_JOINT_BINS_ONCE
#define RESOUND_JOINT_BINS_ONCE
namespace resound {

inline constexpr std::size_t kMostLanes = 8;                        // of a vector
inline constexpr double kBin = 0.22314355131420976;                 // [1]  logarithm of JointBins::kRatio
inline constexpr double kBinsPerOctave = std::numbers::ln2 / kBin;  // [1]
// A speed and one drawn from its bin, which lies anywhere around it, differ by the factor r^(x - y), x and y even
// between 0 and 1: the mean of its square is (sinh(ln r) / ln r)^2.
inline constexpr double kTooFast = (JointBins::kRatio - 1 / JointBins::kRatio) / 2 / kBin;

}  // namespace resound
#endif

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collision_statistics/joint_bins.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each instruction set; must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace resound {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A number between 0 and 1 from kCount of the bits of a random one.
template <int kFrom, int kCount, class D, class U>
HWY_INLINE hn::Vec<D> PartOf(D d, U bits) {
  const hn::RebindToUnsigned<D> du;
  const auto some = hn::And(hn::ShiftRight<kFrom>(bits), hn::Set(du, (std::uint64_t{1} << kCount) - 1));
  const auto above = hn::BitCast(d, hn::Or(some, hn::Set(du, 0x4330000000000000u)));  // 2^52 + some
  return hn::Mul(hn::Sub(above, hn::Set(d, 4503599627370495.5)),
                 hn::Set(d, 1 / static_cast<double>(std::uint64_t{1} << kCount)));
}

// log2 of a positive number to within 0.0003: where a speed lies among bins need not be known better.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V RoughLog2(D d, V x) {
  const hn::RebindToUnsigned<D> du;
  const auto bits = hn::BitCast(du, x);
  const V biased = hn::BitCast(d, hn::Or(hn::ShiftRight<52>(bits), hn::Set(du, 0x4330000000000000u)));
  const V exponent = hn::Sub(biased, hn::Set(d, 4503599627370496.0 + 1022.5));     // and a half
  const V m = hn::BitCast(d, hn::Or(hn::And(bits, hn::Set(du, 0xfffffffffffffu)),  // 1 … 2
                                    hn::Set(du, 0x3ff0000000000000u)));
  const V root = hn::Set(d, 1.4142135623730951);
  const V t = hn::Div(hn::Sub(m, root), hn::Add(m, root)), s = hn::Mul(t, t);
  const V series = hn::MulAdd(s, hn::MulAdd(s, hn::Set(d, 0.57707801635558535), hn::Set(d, 0.9617966939259756)),
                              hn::Set(d, 2.8853900817779268));
  return hn::MulAdd(t, series, exponent);
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE V ExponentialOfSmall(D d, V x) {  // to within 1e-8 for |x| < 0.25
  V series = hn::Set(d, 1.0 / 720);
  for (const double term : {1.0 / 120, 1.0 / 24, 1.0 / 6, 0.5, 1.0, 1.0})
    series = hn::MulAdd(series, x, hn::Set(d, term));
  return series;
}

// The angle of a point about the origin to within 0.0001 rad, -pi … pi.
template <class D, class V = hn::Vec<D>>
HWY_INLINE V RoughAngle(D d, V y, V x) {
  const V ax = hn::Abs(x), ay = hn::Abs(y);
  const V t = hn::Div(hn::Min(ax, ay), hn::Max(ax, ay)), s = hn::Mul(t, t);
  V series = hn::Set(d, 0.0208351);
  for (const double term : {-0.0851330, 0.1801410, -0.3302995, 0.9998660})
    series = hn::MulAdd(series, s, hn::Set(d, term));
  V angle = hn::Mul(t, series);
  angle = hn::IfThenElse(hn::Gt(ay, ax), hn::Sub(hn::Set(d, kPi / 2), angle), angle);
  angle = hn::IfThenElse(hn::Lt(x, hn::Zero(d)), hn::Sub(hn::Set(d, kPi), angle), angle);
  return hn::CopySign(angle, y);
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE V SpeedLike(D d, double shift, V speed, V chance) {
  const V place = hn::MulAdd(RoughLog2(d, speed), hn::Set(d, kBinsPerOctave), hn::Set(d, shift));
  const V moved = hn::Mul(hn::Set(d, kBin), hn::Sub(hn::Add(hn::Floor(place), chance), place));
  const V made = hn::Mul(hn::Mul(speed, ExponentialOfSmall(d, moved)), hn::Set(d, 1 / kTooFast));
  return hn::IfThenElseZero(hn::Gt(speed, hn::Zero(d)), made);
}

// Within its sector the direction is turned on by a small angle, for which short series are exact enough.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void DirectionLike(D d, const Vec3* axes, V n[3], V chance, V other) {
  constexpr double kSector = kTurn / JointBins::kSectors;  // [rad]
  const auto set = [d](double number) { return hn::Set(d, number); };
  V along[3];
  for (int a = 0; a < 3; ++a)
    along[a] = hn::MulAdd(n[0], set(axes[a].x), hn::MulAdd(n[1], set(axes[a].y), hn::Mul(n[2], set(axes[a].z))));
  const V slice = hn::Floor(hn::Mul(hn::Add(along[2], set(1)), set(JointBins::kHeights / 2.0)));
  const V kept = hn::Min(hn::Max(slice, hn::Zero(d)), set(JointBins::kHeights - 1.0));
  const V height = hn::Sub(hn::Mul(hn::Add(kept, chance), set(2.0 / JointBins::kHeights)), set(1));
  V u = along[0], v = along[1], square = hn::MulAdd(u, u, hn::Mul(v, v));
  const auto is_pole = hn::Lt(square, set(1e-24));
  u = hn::IfThenElse(is_pole, set(1e-12), u), v = hn::IfThenZeroElse(is_pole, v);
  square = hn::IfThenElse(is_pole, set(1e-24), square);
  const V place = hn::Mul(RoughAngle(d, v, u), set(1 / kSector));
  const V by = hn::Mul(set(kSector), hn::Sub(hn::Add(hn::Floor(place), other), place)), b = hn::Mul(by, by);  // [rad]
  const V sine = hn::Mul(by, hn::NegMulAdd(b, hn::NegMulAdd(b, set(1.0 / 120), set(1.0 / 6)), set(1)));
  const V cosine = hn::NegMulAdd(b, hn::NegMulAdd(b, set(1.0 / 24), set(0.5)), set(1));
  const V flat = hn::Max(hn::Zero(d), hn::NegMulAdd(height, height, set(1)));
  const V scale = hn::Sqrt(hn::Div(flat, square));
  const V p = hn::Mul(scale, hn::NegMulAdd(v, sine, hn::Mul(u, cosine)));
  const V q = hn::Mul(scale, hn::MulAdd(u, sine, hn::Mul(v, cosine)));
  const auto turned_back = [&](double a, double b2, double c) {
    return hn::MulAdd(p, set(a), hn::MulAdd(q, set(b2), hn::Mul(height, set(c))));
  };
  n[0] = turned_back(axes[0].x, axes[1].x, axes[2].x);
  n[1] = turned_back(axes[0].y, axes[1].y, axes[2].y);
  n[2] = turned_back(axes[0].z, axes[1].z, axes[2].z);
}

void DrawLike(const Vec3* axes, double shift, JointBatch& batch, const std::uint64_t* even, const std::uint64_t* odd,
              std::size_t count) {
  const hn::CappedTag<double, kMostLanes> d;
  const hn::RebindToUnsigned<decltype(d)> du;
  const auto draw = [&](std::size_t i, const std::uint64_t* first, const std::uint64_t* second) {
    const auto a = hn::LoadU(du, first), b = hn::LoadU(du, second);
    hn::Store(SpeedLike(d, shift, hn::Load(d, &batch.speed[i]), PartOf<48, 16>(d, a)), d, &batch.speed[i]);
    hn::Vec<decltype(d)> n[3] = {hn::Load(d, &batch.x[i]), hn::Load(d, &batch.y[i]), hn::Load(d, &batch.z[i])};
    DirectionLike(d, axes, n, PartOf<39, 12>(d, b), PartOf<51, 13>(d, b));
    hn::Store(n[0], d, &batch.x[i]), hn::Store(n[1], d, &batch.y[i]), hn::Store(n[2], d, &batch.z[i]);
  };
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) draw(i, even + i, odd + i);
  if (i == count) return;
  std::uint64_t last_even[kMostLanes] = {}, last_odd[kMostLanes] = {};
  std::copy(even + i, even + count, last_even), std::copy(odd + i, odd + count, last_odd);
  draw(i, last_even, last_odd);
}

}  // namespace HWY_NAMESPACE
}  // namespace resound
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {
namespace {

HWY_EXPORT(DrawLike);

// A turn with no favourite: the squares of two pairs of a quaternion's numbers share 1 evenly, and each pair has any
// angle [Shoemake 1992].
Rotation any_turn(RandomStream& chance) {
  const double share = chance.uniform(), a = kTurn * chance.uniform(), b = kTurn * chance.uniform();
  const double first = std::sqrt(1 - share), second = std::sqrt(share);
  return {second * std::cos(b), first * std::sin(a), first * std::cos(a), second * std::sin(b)};
}

}  // namespace

JointBins::JointBins(RandomStream& chance) {
  const Rotation turn = any_turn(chance);
  axes_ = {turn * Vec3{1, 0, 0}, turn * Vec3{0, 1, 0}, turn * Vec3{0, 0, 1}};
  shift_ = chance.uniform();
}

void JointBins::draw_like(JointBatch& batch, std::span<const std::uint64_t> even,
                          std::span<const std::uint64_t> odd) const {
  assert(even.size() == odd.size() && even.size() <= JointBatch::kMost);
  HWY_DYNAMIC_DISPATCH(DrawLike)(axes_.data(), shift_, batch, even.data(), odd.data(), even.size());
}

}  // namespace resound
#endif
