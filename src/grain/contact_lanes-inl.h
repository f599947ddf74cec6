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

HWY_INLINE void store(const Lanes3<VL>& v, double (&to)[3][kLanes]) {
  const Lanes d;
  hn::Store(v.x, d, to[0]);
  hn::Store(v.y, d, to[1]);
  hn::Store(v.z, d, to[2]);
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

}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
