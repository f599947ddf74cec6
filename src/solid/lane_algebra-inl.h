// Vectors and matrices whose every number is one vector register: one element a lane. Included once for each kind of
// processor.
#if defined(RESOUND_SOLID_LANE_ALGEBRA_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef RESOUND_SOLID_LANE_ALGEBRA_INL_H
#undef RESOUND_SOLID_LANE_ALGEBRA_INL_H
#else
#define RESOUND_SOLID_LANE_ALGEBRA_INL_H
#endif

#include <hwy/highway.h>

#include "solid/element_batch.h"

HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<double, kBatch>;
using V = hn::Vec<Lanes>;
inline constexpr std::size_t kWidth = hn::MaxLanes(Lanes());

struct V3 {
  V x, y, z;
};
struct M3 {  // by rows
  V3 a, b, c;
};
struct S3 {  // symmetric
  V xx, yy, zz, yz, zx, xy;
};

HWY_INLINE V number(double value) { return hn::Set(Lanes(), value); }
HWY_INLINE V zero() { return hn::Zero(Lanes()); }
HWY_INLINE V load(const BatchLanes& from, std::size_t first) { return hn::Load(Lanes(), from.lane.data() + first); }
HWY_INLINE V3 load3(const BatchLanes* from, std::size_t first) {
  return {load(from[0], first), load(from[1], first), load(from[2], first)};
}
HWY_INLINE M3 load9(const BatchLanes* from, std::size_t first) {
  return {load3(from, first), load3(from + 3, first), load3(from + 6, first)};
}

// now - before, where `before` is remembered and replaced by `now`.
HWY_INLINE V change_of(V now, double* before) {
  const V change = hn::Sub(now, hn::Load(Lanes(), before));
  hn::Store(now, Lanes(), before);
  return change;
}

HWY_INLINE V3 add(const V3& a, const V3& b) { return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)}; }
HWY_INLINE V3 sub(const V3& a, const V3& b) { return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)}; }
HWY_INLINE V3 neg(const V3& a) { return {hn::Neg(a.x), hn::Neg(a.y), hn::Neg(a.z)}; }
HWY_INLINE V3 mul(V s, const V3& a) { return {hn::Mul(s, a.x), hn::Mul(s, a.y), hn::Mul(s, a.z)}; }
HWY_INLINE V3 mul_add(V s, const V3& a, const V3& b) {
  return {hn::MulAdd(s, a.x, b.x), hn::MulAdd(s, a.y, b.y), hn::MulAdd(s, a.z, b.z)};
}
HWY_INLINE V3 neg_mul_add(V s, const V3& a, const V3& b) {  // b - s a
  return {hn::NegMulAdd(s, a.x, b.x), hn::NegMulAdd(s, a.y, b.y), hn::NegMulAdd(s, a.z, b.z)};
}
HWY_INLINE V sum(const V3& a) { return hn::Add(hn::Add(a.x, a.y), a.z); }
HWY_INLINE V dot(const V3& a, const V3& b) { return hn::MulAdd(a.z, b.z, hn::MulAdd(a.y, b.y, hn::Mul(a.x, b.x))); }
// The dot product of two columns, by their entries.
HWY_INLINE V column_dot(V ax, V ay, V az, V bx, V by, V bz) {
  return hn::MulAdd(az, bz, hn::MulAdd(ay, by, hn::Mul(ax, bx)));
}
HWY_INLINE V3 cross(const V3& a, const V3& b) {
  return {hn::NegMulAdd(a.z, b.y, hn::Mul(a.y, b.z)), hn::NegMulAdd(a.x, b.z, hn::Mul(a.z, b.x)),
          hn::NegMulAdd(a.y, b.x, hn::Mul(a.x, b.y))};
}

HWY_INLINE V3 row_times(const V3& r, const M3& m) { return mul_add(r.z, m.c, mul_add(r.y, m.b, mul(r.x, m.a))); }
HWY_INLINE V3 row_times(const V3& r, const S3& s) {
  return {hn::MulAdd(r.z, s.zx, hn::MulAdd(r.y, s.xy, hn::Mul(r.x, s.xx))),
          hn::MulAdd(r.z, s.yz, hn::MulAdd(r.y, s.yy, hn::Mul(r.x, s.xy))),
          hn::MulAdd(r.z, s.zz, hn::MulAdd(r.y, s.yz, hn::Mul(r.x, s.zx)))};
}
template <class Matrix>
HWY_INLINE M3 times(const M3& m, const Matrix& n) {
  return {row_times(m.a, n), row_times(m.b, n), row_times(m.c, n)};
}
HWY_INLINE V3 times(const M3& m, const V3& v) { return {dot(m.a, v), dot(m.b, v), dot(m.c, v)}; }
HWY_INLINE V3 transposed_times(const M3& m, const V3& v) { return row_times(v, m); }
HWY_INLINE M3 add(const M3& m, const M3& n) { return {add(m.a, n.a), add(m.b, n.b), add(m.c, n.c)}; }
HWY_INLINE M3 scaled(V s, const M3& m) { return {mul(s, m.a), mul(s, m.b), mul(s, m.c)}; }
HWY_INLINE M3 mul_add(V s, const M3& m, const M3& n) {
  return {mul_add(s, m.a, n.a), mul_add(s, m.b, n.b), mul_add(s, m.c, n.c)};
}
HWY_INLINE S3 scaled(V s, const S3& a) {
  return {hn::Mul(s, a.xx), hn::Mul(s, a.yy), hn::Mul(s, a.zz), hn::Mul(s, a.yz), hn::Mul(s, a.zx), hn::Mul(s, a.xy)};
}
HWY_INLINE S3 mul_add(V s, const S3& a, const S3& b) {
  return {hn::MulAdd(s, a.xx, b.xx), hn::MulAdd(s, a.yy, b.yy), hn::MulAdd(s, a.zz, b.zz),
          hn::MulAdd(s, a.yz, b.yz), hn::MulAdd(s, a.zx, b.zx), hn::MulAdd(s, a.xy, b.xy)};
}
// Rows of the matrix with columns p, q, r.
HWY_INLINE M3 from_columns(const V3& p, const V3& q, const V3& r) {
  return {{p.x, q.x, r.x}, {p.y, q.y, r.y}, {p.z, q.z, r.z}};
}
HWY_INLINE M3 cofactor(const M3& m) { return {cross(m.b, m.c), cross(m.c, m.a), cross(m.a, m.b)}; }

// ---- rows of nodes

// As many rows (x, y, z, 0) as there are lanes, the way they come from memory.
struct Rows {
  V r0, r1, r2, r3;
};

HWY_INLINE Rows sub(const Rows& a, const Rows& b) {
  return {hn::Sub(a.r0, b.r0), hn::Sub(a.r1, b.r1), hn::Sub(a.r2, b.r2), hn::Sub(a.r3, b.r3)};
}
HWY_INLINE Rows add(const Rows& a, const Rows& b) {
  return {hn::Add(a.r0, b.r0), hn::Add(a.r1, b.r1), hn::Add(a.r2, b.r2), hn::Add(a.r3, b.r3)};
}
HWY_INLINE Rows neg(const Rows& a) { return {hn::Neg(a.r0), hn::Neg(a.r1), hn::Neg(a.r2), hn::Neg(a.r3)}; }

HWY_INLINE Rows load_rows(const double* base, const BatchNodes& node, std::size_t first) {
  const int* n = node.lane.data() + first;
  const Lanes d;
#if HWY_MAX_BYTES == 64
  const hn::Half<Lanes> half;
  const auto pair = [&](int k) HWY_ATTR {
    return hn::Combine(d, hn::LoadU(half, base + n[k + 4]), hn::LoadU(half, base + n[k]));
  };
  return {pair(0), pair(1), pair(2), pair(3)};
#elif HWY_MAX_BYTES == 32
  return {hn::LoadU(d, base + n[0]), hn::LoadU(d, base + n[1]), hn::LoadU(d, base + n[2]), hn::LoadU(d, base + n[3])};
#elif HWY_MAX_BYTES == 16
  return {hn::LoadU(d, base + n[0]), hn::LoadU(d, base + n[0] + 2), hn::LoadU(d, base + n[1]),
          hn::LoadU(d, base + n[1] + 2)};
#else
  return {hn::LoadU(d, base + n[0]), hn::LoadU(d, base + n[0] + 1), hn::LoadU(d, base + n[0] + 2), zero()};
#endif
}

// Row loads and shuffles in registers: several times faster than the machine's gather.
HWY_INLINE V3 by_lane(const Rows& r) {
#if HWY_MAX_BYTES == 64
  const V a = hn::InterleaveLower(Lanes(), r.r0, r.r1), b = hn::InterleaveLower(Lanes(), r.r2, r.r3);
  const V c = hn::InterleaveUpper(Lanes(), r.r0, r.r1), d = hn::InterleaveUpper(Lanes(), r.r2, r.r3);
  const __m512i low = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13), high = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
  return {V{_mm512_permutex2var_pd(a.raw, low, b.raw)}, V{_mm512_permutex2var_pd(c.raw, low, d.raw)},
          V{_mm512_permutex2var_pd(a.raw, high, b.raw)}};
#elif HWY_MAX_BYTES == 32
  const Lanes d;
  const V a = hn::InterleaveLower(d, r.r0, r.r1), b = hn::InterleaveLower(d, r.r2, r.r3);  // x0 x1 z0 z1
  const V e = hn::InterleaveUpper(d, r.r0, r.r1), f = hn::InterleaveUpper(d, r.r2, r.r3);
  return {hn::ConcatLowerLower(d, b, a), hn::ConcatLowerLower(d, f, e), hn::ConcatUpperUpper(d, b, a)};
#elif HWY_MAX_BYTES == 16
  const Lanes d;
  return {hn::InterleaveLower(d, r.r0, r.r2), hn::InterleaveUpper(d, r.r0, r.r2), hn::InterleaveLower(d, r.r1, r.r3)};
#else
  return {r.r0, r.r1, r.r2};
#endif
}

HWY_INLINE V3 load_nodes(const double* base, const BatchNodes& node, std::size_t first) {
  return by_lane(load_rows(base, node, first));
}

// The way back: lanes as rows, in the order of kRowOfLane.
HWY_INLINE Rows by_row(const V3& f) {
  [[maybe_unused]] const Lanes d;
#if HWY_MAX_BYTES == 64
  const __m512d even = hn::InterleaveLower(d, f.x, f.y).raw, odd = hn::InterleaveUpper(d, f.x, f.y).raw;
  constexpr unsigned char kNoFourth = 0x77;
  const auto pick = [&](__m512d xy, __m512i places)
                        HWY_ATTR { return V{_mm512_maskz_permutex2var_pd(kNoFourth, xy, places, f.z.raw)}; };
  return {pick(even, _mm512_setr_epi64(0, 1, 8, 0, 2, 3, 10, 0)),   // lanes 0 and 2
          pick(even, _mm512_setr_epi64(4, 5, 12, 0, 6, 7, 14, 0)),  // lanes 4 and 6
          pick(odd, _mm512_setr_epi64(0, 1, 9, 0, 2, 3, 11, 0)),    // lanes 1 and 3
          pick(odd, _mm512_setr_epi64(4, 5, 13, 0, 6, 7, 15, 0))};  // lanes 5 and 7
#elif HWY_MAX_BYTES == 32
  const V a = hn::InterleaveLower(d, f.x, f.y), b = hn::InterleaveUpper(d, f.x, f.y);  // x0 y0 x2 y2
  const V e = hn::OddEven(zero(), f.z), g = hn::InterleaveUpper(d, f.z, zero());       // z0 0 z2 0
  return {hn::ConcatLowerLower(d, e, a), hn::ConcatLowerLower(d, g, b), hn::ConcatUpperUpper(d, e, a),
          hn::ConcatUpperUpper(d, g, b)};
#elif HWY_MAX_BYTES == 16
  return {hn::InterleaveLower(d, f.x, f.y), hn::InterleaveLower(d, f.z, zero()), hn::InterleaveUpper(d, f.x, f.y),
          hn::InterleaveUpper(d, f.z, zero())};
#else
  return {f.x, f.y, f.z, zero()};
#endif
}

// Writes the rows of the lanes from `first` on, for one node of a batch.
HWY_INLINE void store_rows(const Rows& r, double* rows, std::size_t first) {
  const Lanes d;
#if HWY_MAX_BYTES == 64
  (void)first;
  hn::StoreU(r.r0, d, rows), hn::StoreU(r.r1, d, rows + 8);
  hn::StoreU(r.r2, d, rows + 16), hn::StoreU(r.r3, d, rows + 24);
#else
  const auto row = [&](std::size_t lane) HWY_ATTR { return rows + 4 * kRowOfLane[first + lane]; };
#if HWY_MAX_BYTES == 32
  hn::StoreU(r.r0, d, row(0)), hn::StoreU(r.r1, d, row(1));
  hn::StoreU(r.r2, d, row(2)), hn::StoreU(r.r3, d, row(3));
#elif HWY_MAX_BYTES == 16
  hn::StoreU(r.r0, d, row(0)), hn::StoreU(r.r1, d, row(0) + 2);
  hn::StoreU(r.r2, d, row(1)), hn::StoreU(r.r3, d, row(1) + 2);
#else
  hn::StoreU(r.r0, d, row(0)), hn::StoreU(r.r1, d, row(0) + 1);
  hn::StoreU(r.r2, d, row(0) + 2), hn::StoreU(r.r3, d, row(0) + 3);
#endif
#endif
}
HWY_INLINE void store_rows(const V3& f, double* rows, std::size_t first) { store_rows(by_row(f), rows, first); }

}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
