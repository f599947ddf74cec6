// Vectors whose every number is one register: one contact a lane. Included once for each kind of processor.
#if defined(RESOUND_GRAIN_CONTACT_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef RESOUND_GRAIN_CONTACT_LANES_INL_H
#undef RESOUND_GRAIN_CONTACT_LANES_INL_H
#else
#define RESOUND_GRAIN_CONTACT_LANES_INL_H
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<double, 8>;
using VL = hn::Vec<Lanes>;
inline constexpr std::size_t kLanes = hn::MaxLanes(Lanes());

template <class V>
struct Lanes3 {
  V x, y, z;
};

template <class V>
HWY_INLINE Lanes3<V> add(const Lanes3<V>& a, const Lanes3<V>& b) {
  return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}
template <class V>
HWY_INLINE Lanes3<V> sub(const Lanes3<V>& a, const Lanes3<V>& b) {
  return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}
template <class V>
HWY_INLINE Lanes3<V> mul(V s, const Lanes3<V>& a) {
  return {hn::Mul(s, a.x), hn::Mul(s, a.y), hn::Mul(s, a.z)};
}
template <class V>
HWY_INLINE Lanes3<V> mul_add(V s, const Lanes3<V>& a, const Lanes3<V>& b) {
  return {hn::MulAdd(s, a.x, b.x), hn::MulAdd(s, a.y, b.y), hn::MulAdd(s, a.z, b.z)};
}
template <class V>
HWY_INLINE Lanes3<V> neg_mul_add(V s, const Lanes3<V>& a, const Lanes3<V>& b) {  // b - s a
  return {hn::NegMulAdd(s, a.x, b.x), hn::NegMulAdd(s, a.y, b.y), hn::NegMulAdd(s, a.z, b.z)};
}
template <class V>
HWY_INLINE V dot(const Lanes3<V>& a, const Lanes3<V>& b) {
  return hn::MulAdd(a.z, b.z, hn::MulAdd(a.y, b.y, hn::Mul(a.x, b.x)));
}
template <class V>
HWY_INLINE Lanes3<V> cross(const Lanes3<V>& a, const Lanes3<V>& b) {
  return {hn::NegMulAdd(a.z, b.y, hn::Mul(a.y, b.z)), hn::NegMulAdd(a.x, b.z, hn::Mul(a.z, b.x)),
          hn::NegMulAdd(a.y, b.x, hn::Mul(a.x, b.y))};
}

// Four numbers of as many rows as there are lanes, by lane. Loads of rows and shuffles in registers are several times
// faster than the machine's gather.
struct V4 {
  Lanes3<VL> xyz;
  VL w;
};
HWY_INLINE V4 load_rows(const double* const* rows, std::size_t offset) {
  const Lanes d;
  const auto at = [&](std::size_t lane) HWY_ATTR { return rows[lane] + offset; };
#if HWY_MAX_BYTES == 64
  const hn::Half<Lanes> half;
  const auto two = [&](std::size_t k)
                       HWY_ATTR { return hn::Combine(d, hn::Load(half, at(k + 4)), hn::Load(half, at(k))); };
  const VL r0 = two(0), r1 = two(1), r2 = two(2), r3 = two(3);
  const VL a = hn::InterleaveLower(d, r0, r1), b = hn::InterleaveLower(d, r2, r3);  // x0 x1 z0 z1 and so on
  const VL c = hn::InterleaveUpper(d, r0, r1), e = hn::InterleaveUpper(d, r2, r3);  // y0 y1 w0 w1
  const __m512i low = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13), high = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
  return {{VL{_mm512_permutex2var_pd(a.raw, low, b.raw)}, VL{_mm512_permutex2var_pd(c.raw, low, e.raw)},
           VL{_mm512_permutex2var_pd(a.raw, high, b.raw)}},
          VL{_mm512_permutex2var_pd(c.raw, high, e.raw)}};
#elif HWY_MAX_BYTES == 32
  const VL r0 = hn::Load(d, at(0)), r1 = hn::Load(d, at(1)), r2 = hn::Load(d, at(2)), r3 = hn::Load(d, at(3));
  const VL a = hn::InterleaveLower(d, r0, r1), b = hn::InterleaveLower(d, r2, r3);
  const VL c = hn::InterleaveUpper(d, r0, r1), e = hn::InterleaveUpper(d, r2, r3);
  return {{hn::ConcatLowerLower(d, b, a), hn::ConcatLowerLower(d, e, c), hn::ConcatUpperUpper(d, b, a)},
          hn::ConcatUpperUpper(d, e, c)};
#elif HWY_MAX_BYTES == 16
  const VL a = hn::Load(d, at(0)), b = hn::Load(d, at(1)), c = hn::Load(d, at(0) + 2), e = hn::Load(d, at(1) + 2);
  return {{hn::InterleaveLower(d, a, b), hn::InterleaveUpper(d, a, b), hn::InterleaveLower(d, c, e)},
          hn::InterleaveUpper(d, c, e)};
#else
  return {{hn::Load(d, at(0)), hn::Load(d, at(0) + 1), hn::Load(d, at(0) + 2)}, hn::Load(d, at(0) + 3)};
#endif
}

// The other way: one row of four numbers for each lane.
HWY_INLINE void store_rows(const V4& v, double (*rows)[4]) {
  const Lanes d;
#if HWY_MAX_BYTES == 64
  const VL a = hn::InterleaveLower(d, v.xyz.x, v.xyz.y), b = hn::InterleaveLower(d, v.xyz.z, v.w);  // x0 y0 x2 y2 …
  const VL c = hn::InterleaveUpper(d, v.xyz.x, v.xyz.y), e = hn::InterleaveUpper(d, v.xyz.z, v.w);  // x1 y1 x3 y3 …
  const __m512i low = _mm512_setr_epi64(0, 1, 8, 9, 4, 5, 12, 13), high = _mm512_setr_epi64(2, 3, 10, 11, 6, 7, 14, 15);
  const hn::Half<Lanes> half;
  const auto put = [&](VL both, std::size_t row) HWY_ATTR {
    hn::Store(hn::LowerHalf(half, both), half, rows[row]);
    hn::Store(hn::UpperHalf(half, both), half, rows[row + 4]);
  };
  put(VL{_mm512_permutex2var_pd(a.raw, low, b.raw)}, 0);
  put(VL{_mm512_permutex2var_pd(c.raw, low, e.raw)}, 1);
  put(VL{_mm512_permutex2var_pd(a.raw, high, b.raw)}, 2);
  put(VL{_mm512_permutex2var_pd(c.raw, high, e.raw)}, 3);
#elif HWY_MAX_BYTES == 32
  const VL a = hn::InterleaveLower(d, v.xyz.x, v.xyz.y), b = hn::InterleaveLower(d, v.xyz.z, v.w);
  const VL c = hn::InterleaveUpper(d, v.xyz.x, v.xyz.y), e = hn::InterleaveUpper(d, v.xyz.z, v.w);
  hn::Store(hn::ConcatLowerLower(d, b, a), d, rows[0]);
  hn::Store(hn::ConcatLowerLower(d, e, c), d, rows[1]);
  hn::Store(hn::ConcatUpperUpper(d, b, a), d, rows[2]);
  hn::Store(hn::ConcatUpperUpper(d, e, c), d, rows[3]);
#else
  HWY_ALIGN double columns[4][kLanes];
  hn::Store(v.xyz.x, d, columns[0]);
  hn::Store(v.xyz.y, d, columns[1]);
  hn::Store(v.xyz.z, d, columns[2]);
  hn::Store(v.w, d, columns[3]);
  for (std::size_t lane = 0; lane < kLanes; ++lane)
    for (std::size_t k = 0; k < 4; ++k) rows[lane][k] = columns[k][lane];
#endif
}

// to += factor * row, four numbers.
HWY_INLINE void add_row(double* to, double factor, const double* row) {
  const hn::CappedTag<double, 4> d;
  const auto times = hn::Set(d, factor);
  for (std::size_t k = 0; k < 4; k += hn::Lanes(d))
    hn::Store(hn::MulAdd(times, hn::Load(d, row + k), hn::Load(d, to + k)), d, to + k);
}

}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
