#include "rod/rod_kernel.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "rod/rod_kernel.cpp"
#include <hwy/foreach_target.h>  // compiles what follows once for each kind of processor

#include <hwy/highway.h>

// Consecutive vertices lie in consecutive lanes. A step goes over the rod in four loops, one behind the other, a
// stretch of blocks at a time so that what they hand on stays near:
//
//   cells (curvature, twist) -> edges (pull, torque, spin) -> vertices (velocity, position) -> frames
//
// A loop may begin a block when the one before it is a block ahead, since it looks at neighbours.
HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<double, RodLanes::kBlock>;
using V = hn::Vec<Tag>;
constexpr std::size_t kWidth = hn::MaxLanes(Tag());

struct V3 {
  V x, y, z;
};

HWY_INLINE V number(double value) { return hn::Set(Tag(), value); }
HWY_INLINE V3 add(const V3& a, const V3& b) { return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)}; }
HWY_INLINE V3 sub(const V3& a, const V3& b) { return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)}; }
HWY_INLINE V3 mul(V s, const V3& a) { return {hn::Mul(s, a.x), hn::Mul(s, a.y), hn::Mul(s, a.z)}; }
HWY_INLINE V3 mul_add(V s, const V3& a, const V3& b) {
  return {hn::MulAdd(s, a.x, b.x), hn::MulAdd(s, a.y, b.y), hn::MulAdd(s, a.z, b.z)};
}
HWY_INLINE V3 neg_mul_add(V s, const V3& a, const V3& b) {  // b - s a
  return {hn::NegMulAdd(s, a.x, b.x), hn::NegMulAdd(s, a.y, b.y), hn::NegMulAdd(s, a.z, b.z)};
}
HWY_INLINE V dot(const V3& a, const V3& b) { return hn::MulAdd(a.z, b.z, hn::MulAdd(a.y, b.y, hn::Mul(a.x, b.x))); }
HWY_INLINE V3 cross(const V3& a, const V3& b) {
  return {hn::NegMulAdd(a.z, b.y, hn::Mul(a.y, b.z)), hn::NegMulAdd(a.x, b.z, hn::Mul(a.z, b.x)),
          hn::NegMulAdd(a.y, b.x, hn::Mul(a.x, b.y))};
}
HWY_INLINE V3 cross_add(const V3& a, const V3& b, const V3& c) {  // a x b + c
  return {hn::NegMulAdd(a.z, b.y, hn::MulAdd(a.y, b.z, c.x)), hn::NegMulAdd(a.x, b.z, hn::MulAdd(a.z, b.x, c.y)),
          hn::NegMulAdd(a.y, b.x, hn::MulAdd(a.x, b.y, c.z))};
}

struct Rows {
  double* base;
  std::size_t stride;
  HWY_INLINE double* at(RodRow row, std::size_t slot) const {
    return base + static_cast<std::size_t>(row) * stride + slot;
  }
  HWY_INLINE V load(RodRow row, std::size_t slot) const { return hn::LoadU(Tag(), at(row, slot)); }
  HWY_INLINE void store(V v, RodRow row, std::size_t slot) const { hn::StoreU(v, Tag(), at(row, slot)); }
  HWY_INLINE V3 load3(RodRow row, std::size_t slot) const {
    const double* p = at(row, slot);
    return {hn::LoadU(Tag(), p), hn::LoadU(Tag(), p + stride), hn::LoadU(Tag(), p + 2 * stride)};
  }
  HWY_INLINE void store3(const V3& v, RodRow row, std::size_t slot) const {
    double* p = at(row, slot);
    hn::StoreU(v.x, Tag(), p), hn::StoreU(v.y, Tag(), p + stride), hn::StoreU(v.z, Tag(), p + 2 * stride);
  }
};

constexpr double kTiny = 1e-30;  // keeps what lies outside of a rod, where there is nothing, finite

// atan(h), |h| <= tan(pi / 8): h p(h^2), p interpolated at Chebyshev's points to 3.5e-17.
HWY_INLINE V short_arc(V h) {
  constexpr double kP[] = {1.0,
                           -0.3333333333332844,
                           0.1999999999885511,
                           -0.14285714180976467,
                           0.11111106180455946,
                           -0.09090773074808414,
                           0.07689953496306857,
                           -0.06640233930429408,
                           0.056883492268090106,
                           -0.04348052215716462,
                           0.021135373157693246};
  const V u = hn::Mul(h, h), u2 = hn::Mul(u, u);
  V even = number(kP[10]), odd = number(kP[9]);
  for (int k = 8; k >= 2; k -= 2) {
    even = hn::MulAdd(even, u2, number(kP[k]));
    odd = hn::MulAdd(odd, u2, number(kP[k - 1]));
  }
  return hn::Mul(h, hn::MulAdd(hn::MulAdd(even, u, odd), u, number(kP[0])));
}

// atan(h) of any h; nearly always all lanes are short arcs.
HWY_INLINE V arc_tangent(V h) {
  constexpr double kShort = 0.41421356237309503, kLong = 2.414213562373095, kQuarterPi = 0.7853981633974483;
  const V size = hn::Abs(h);
  const auto is_long = hn::Gt(size, number(kShort));
  const V arc = short_arc(h);
  if (HWY_LIKELY(hn::AllFalse(Tag(), is_long))) return arc;
  const V one = number(1);
  const auto is_very_long = hn::Gt(size, number(kLong));
  const V above = hn::IfThenElse(is_very_long, number(-1), hn::Sub(size, one));
  const V below = hn::IfThenElse(is_very_long, size, hn::Add(size, one));
  const V from = hn::IfThenElse(is_very_long, number(2 * kQuarterPi), number(kQuarterPi));
  const V rest = short_arc(hn::Div(above, hn::Max(below, number(kTiny))));
  return hn::IfThenElse(is_long, hn::CopySign(hn::Add(from, rest), h), arc);
}

// Bending and twist about the vertices, as pulls on the two edges and torques about them (cell_gradient() in
// rod_frame.h), gathered by what they share:
//   w = (S1 (d2 + d2') - S2 (d1 + d1')) / chi,  q = -(S1 k1 + S2 k2)(t + t') / chi + M kb / 2
//   dE/de = (q + t' x w) / |e|,  dE/de' = (q - t x w) / |e'|
template <bool kDamped>
HWY_INLINE void bend_cells(const Rows& r, const RodStepNumbers& numbers, std::size_t first, std::size_t end) {
  constexpr double kWhole = 6.283185307179586476925;
  const V one = number(1), half = number(0.5);
  for (std::size_t i = first; i < end; i += kWidth) {
    const V3 t0 = r.load3(RodRow::tangent, i - 1), t1 = r.load3(RodRow::tangent, i);
    const V3 a0 = r.load3(RodRow::director, i - 1), a1 = r.load3(RodRow::director, i);
    const V3 b0 = r.load3(RodRow::director2, i - 1), b1 = r.load3(RodRow::director2, i);
    const V chi = hn::Max(hn::Add(one, dot(t0, t1)), number(kTiny));
    const V cosine = hn::Add(dot(a0, a1), dot(b0, b1)), sine = hn::Sub(dot(b0, a1), dot(a0, b1));  // times chi
    const V beside = hn::Max(hn::Add(chi, cosine), number(kTiny));
    const V inverse = hn::Div(one, hn::Mul(chi, beside));
    const V inverse_chi = hn::Mul(inverse, beside);

    const V3 kb = mul(hn::Add(inverse_chi, inverse_chi), cross(t0, t1));
    const V a0k = dot(a0, kb), a1k = dot(a1, kb), b0k = dot(b0, kb), b1k = dot(b1, kb);
    const V kappa1 = hn::Mul(half, hn::Add(b0k, b1k)), kappa2 = hn::Mul(number(-0.5), hn::Add(a0k, a1k));
    const V arc = arc_tangent(hn::Mul(sine, hn::Mul(inverse, chi)));
    const V cut = hn::Add(arc, arc);  // the twist but for whole turns
    const V turns = hn::Round(hn::Mul(hn::Sub(r.load(RodRow::twist, i), cut), number(1 / kWhole)));
    const V twist = hn::MulAdd(turns, number(kWhole), cut);
    r.store(twist, RodRow::twist, i);

    V strain1 = hn::Sub(kappa1, r.load(RodRow::natural1, i)), strain2 = hn::Sub(kappa2, r.load(RodRow::natural2, i));
    V strain3 = hn::Sub(twist, r.load(RodRow::natural_twist, i));
    if constexpr (kDamped) {
      const V bend = number(numbers.bend_rate);
      strain1 = hn::MulAdd(bend, hn::Sub(kappa1, r.load(RodRow::kappa1_before, i)), strain1);
      strain2 = hn::MulAdd(bend, hn::Sub(kappa2, r.load(RodRow::kappa2_before, i)), strain2);
      strain3 = hn::MulAdd(number(numbers.twist_rate), hn::Sub(twist, r.load(RodRow::twist_before, i)), strain3);
      r.store(kappa1, RodRow::kappa1_before, i), r.store(kappa2, RodRow::kappa2_before, i);
      r.store(twist, RodRow::twist_before, i);
    }
    const V s1 = hn::Mul(r.load(RodRow::bend1, i), strain1), s2 = hn::Mul(r.load(RodRow::bend2, i), strain2);
    const V m = hn::Mul(r.load(RodRow::twist_stiffness, i), strain3);

    const V3 w = mul(inverse_chi, neg_mul_add(s2, add(a0, a1), mul(s1, add(b0, b1))));
    const V along = hn::Mul(inverse_chi, hn::MulAdd(s1, kappa1, hn::Mul(s2, kappa2)));
    const V3 q = neg_mul_add(along, add(t0, t1), mul(hn::Mul(half, m), kb));
    r.store3(mul(r.load(RodRow::inverse_length, i - 1), cross_add(t1, w, q)), RodRow::pull_before, i);
    r.store3(mul(r.load(RodRow::inverse_length, i), cross_add(w, t0, q)), RodRow::pull_after, i);
    r.store(hn::NegMulAdd(half, hn::MulAdd(s1, a0k, hn::Mul(s2, b0k)), hn::Neg(m)), RodRow::torque_before, i);
    r.store(hn::NegMulAdd(half, hn::MulAdd(s1, a1k, hn::Mul(s2, b1k)), m), RodRow::torque_after, i);
  }
}

// All pulls on the edges, with their tension; spins.
template <bool kNeo, bool kDamped>
HWY_INLINE void pull_edges(const Rows& r, const RodStepNumbers& numbers, bool is_pushed, std::size_t first,
                           std::size_t end) {
  for (std::size_t i = first; i < end; i += kWidth) {
    const V length = r.load(RodRow::length, i), stretch = hn::Mul(length, r.load(RodRow::inverse_rest, i));
    const V stiffness = r.load(RodRow::stiffness, i);
    V tension;
    if constexpr (kNeo) {
      const V inverse = hn::Mul(r.load(RodRow::rest_length, i), r.load(RodRow::inverse_length, i));
      tension = hn::Mul(hn::Mul(number(1.0 / 3), stiffness), hn::NegMulAdd(inverse, inverse, stretch));
    } else {
      tension = hn::Mul(stiffness, hn::Sub(stretch, number(1)));
    }
    V3 pull = add(r.load3(RodRow::pull_after, i), r.load3(RodRow::pull_before, i + 1));
    if constexpr (kDamped) {
      const V taut = hn::Mul(number(numbers.tension_damping), hn::Max(tension, hn::Zero(Tag())));
      const V3 rate = sub(r.load3(RodRow::velocity, i + 1), r.load3(RodRow::velocity, i));
      pull = mul_add(hn::Mul(taut, r.load(RodRow::inverse_length, i)), rate, pull);
      const V change = hn::Sub(stretch, r.load(RodRow::stretch_before, i));
      tension = hn::MulAdd(hn::Mul(number(numbers.stretch_rate), stiffness), change, tension);
      r.store(stretch, RodRow::stretch_before, i);
    }
    r.store3(mul_add(tension, r.load3(RodRow::tangent, i), pull), RodRow::pull, i);
    V torque = hn::Neg(hn::Add(r.load(RodRow::torque_after, i), r.load(RodRow::torque_before, i + 1)));
    if (is_pushed) {
      torque = hn::Add(torque, r.load(RodRow::push_torque, i));
      r.store(hn::Zero(Tag()), RodRow::push_torque, i);
    }
    const V spin =
        hn::MulAdd(r.load(RodRow::spin_gain, i), torque, hn::Mul(number(numbers.keep), r.load(RodRow::spin, i)));
    r.store(spin, RodRow::spin, i);
  }
}

HWY_INLINE void move_vertices(const Rows& r, const RodStepNumbers& numbers, bool is_pushed, std::size_t first,
                              std::size_t end) {
  const V keep = number(numbers.keep), step = number(numbers.step);
  const V3 gravity{number(numbers.gravity.x), number(numbers.gravity.y), number(numbers.gravity.z)};
  const V3 drift{number(numbers.drift.x), number(numbers.drift.y), number(numbers.drift.z)};
  for (std::size_t i = first; i < end; i += kWidth) {
    V3 force = sub(r.load3(RodRow::pull, i), r.load3(RodRow::pull, i - 1));
    force = mul_add(r.load(RodRow::mass, i), gravity, force);
    if (is_pushed) {
      force = add(force, r.load3(RodRow::push, i));
      r.store3({hn::Zero(Tag()), hn::Zero(Tag()), hn::Zero(Tag())}, RodRow::push, i);
    }
    r.store3(force, RodRow::force, i);
    const V3 velocity = mul_add(r.load(RodRow::gain, i), force, mul_add(keep, r.load3(RodRow::velocity, i), drift));
    r.store3(velocity, RodRow::velocity, i);
    r.store3(mul_add(step, velocity, r.load3(RodRow::position, i)), RodRow::position, i);
  }
}

// Directors go with their edges by the least rotation, and turn by their spin.
HWY_INLINE void turn_frames(const Rows& r, const RodStepNumbers& numbers, std::size_t first, std::size_t end) {
  const V one = number(1), step = number(numbers.step);
  for (std::size_t i = first; i < end; i += kWidth) {
    const V3 edge = sub(r.load3(RodRow::position, i + 1), r.load3(RodRow::position, i));
    const V length = hn::Sqrt(hn::Max(dot(edge, edge), number(kTiny * kTiny)));
    const V3 old = r.load3(RodRow::tangent, i), d1 = r.load3(RodRow::director, i);
    // one division for both: 1 / |e| and 1 / (1 + t t'), t t' = t e / |e|
    const V along = dot(old, edge), sum = hn::Max(hn::Add(length, along), hn::Mul(length, number(kTiny)));
    const V inverse = hn::Div(one, hn::Mul(length, sum));
    const V inverse_length = hn::Mul(inverse, sum);
    const V3 t = mul(inverse_length, edge);
    const V3 axis = cross(old, t);
    const V cosine = hn::Mul(along, inverse_length);
    const V inverse_sum = hn::Mul(hn::Mul(inverse, length), length);
    V3 u = cross_add(axis, d1, mul(cosine, d1));
    u = mul_add(hn::Mul(dot(axis, d1), inverse_sum), axis, u);
    // sine and cosine of a step's small turn
    const V angle = hn::Mul(step, r.load(RodRow::spin, i)), square = hn::Mul(angle, angle);
    V s = hn::MulAdd(square, number(-1.0 / 5040), number(1.0 / 120));
    s = hn::MulAdd(square, s, number(-1.0 / 6));
    s = hn::Mul(angle, hn::MulAdd(square, s, one));
    V c = hn::MulAdd(square, number(-1.0 / 720), number(1.0 / 24));
    c = hn::MulAdd(square, c, number(-0.5));
    c = hn::MulAdd(square, c, one);
    u = mul_add(s, cross(t, u), mul(c, u));
    // rounding must not gather: normal to the edge, and of unit length by one step of Newton
    u = neg_mul_add(dot(u, t), t, u);
    u = mul(hn::NegMulAdd(number(0.5), dot(u, u), number(1.5)), u);
    r.store3(t, RodRow::tangent, i);
    r.store3(u, RodRow::director, i);
    r.store3(cross(t, u), RodRow::director2, i);
    r.store(length, RodRow::length, i);
    r.store(inverse_length, RodRow::inverse_length, i);
  }
}

constexpr std::size_t kStretch = 16;  // blocks at a time

template <bool kNeo, bool kDamped>
void step(RodLanes& lanes, bool is_pushed) {
  const Rows r{lanes.row(RodRow::position), lanes.stride()};
  const RodStepNumbers numbers = lanes.numbers();
  const std::size_t begin = lanes.is_closed() ? 0 : 1, blocks = lanes.blocks();
  const auto slot = [](std::size_t block) { return block * RodLanes::kBlock; };
  std::size_t bent = begin, pulled = begin, turned = begin;
  while (turned < blocks) {
    const std::size_t ahead = std::min(blocks, bent + kStretch);
    const bool is_last = ahead == blocks;
    bend_cells<kDamped>(r, numbers, slot(bent), slot(ahead));
    bent = ahead;
    const std::size_t pull_to = is_last ? blocks : ahead - 1;
    pull_edges<kNeo, kDamped>(r, numbers, is_pushed, slot(pulled), slot(pull_to));
    move_vertices(r, numbers, is_pushed, slot(pulled), slot(pull_to));
    pulled = pull_to;
    if (is_last && lanes.is_closed()) lanes.copy_end_vertices();
    const std::size_t turn_to = is_last ? blocks : pulled - 1;
    turn_frames(r, numbers, slot(turned), slot(turn_to));
    turned = turn_to;
  }
  if (lanes.is_closed()) lanes.copy_end_edges();
}

}  // namespace

void StepRod(RodLanes& lanes, bool is_pushed) {
  const RodStepNumbers& numbers = lanes.numbers();
  if (numbers.is_neo_hookean)
    numbers.is_damped ? step<true, true>(lanes, is_pushed) : step<true, false>(lanes, is_pushed);
  else
    numbers.is_damped ? step<false, true>(lanes, is_pushed) : step<false, false>(lanes, is_pushed);
}

// v- = (v+ - gain f - drift) / keep
void NoteAccelerations(const RodLanes& lanes, double* to) {
  const std::size_t row = RodLanes::whole_blocks(lanes.vertices()), stride = lanes.stride();
  const double keep = lanes.numbers().keep, dt = lanes.numbers().step;
  const V braking = number((1 - 1 / keep) / dt), push = number(1 / (keep * dt));
  const double drift[3] = {lanes.numbers().drift.x, lanes.numbers().drift.y, lanes.numbers().drift.z};
  const double* gain = lanes.row(RodRow::gain) + RodLanes::kFirst;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double* velocity = lanes.row(RodRow::velocity) + axis * stride + RodLanes::kFirst;
    const double* force = lanes.row(RodRow::force) + axis * stride + RodLanes::kFirst;
    const V carried = number(drift[axis] / (keep * dt));
    for (std::size_t i = 0; i < row; i += kWidth) {
      const V pushed = hn::MulAdd(hn::Mul(push, hn::LoadU(Tag(), gain + i)), hn::LoadU(Tag(), force + i), carried);
      hn::StoreU(hn::MulAdd(braking, hn::LoadU(Tag(), velocity + i), pushed), Tag(), to + axis * row + i);
    }
  }
}

}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(StepRod);
HWY_EXPORT(NoteAccelerations);

void step_rod(RodLanes& lanes, bool is_pushed) { HWY_DYNAMIC_DISPATCH(StepRod)(lanes, is_pushed); }

void note_accelerations(const RodLanes& lanes, double* to) { HWY_DYNAMIC_DISPATCH(NoteAccelerations)(lanes, to); }

}  // namespace resound
#endif
