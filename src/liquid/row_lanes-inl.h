// Rows of neighbours in lanes. They are loaded one by one and turned in registers, four rows a block: instructions that
// gather are slower on many processors. Included once for each kind of processor.
#if defined(RESOUND_LIQUID_ROW_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef RESOUND_LIQUID_ROW_LANES_INL_H
#undef RESOUND_LIQUID_ROW_LANES_INL_H
#else
#define RESOUND_LIQUID_ROW_LANES_INL_H
#endif

#include <hwy/highway.h>

#include <type_traits>

#include "liquid/chosen_lanes.h"
#include "liquid/liquid_rows.h"
#include "liquid/pair_numbers.h"

HWY_BEFORE_NAMESPACE();
namespace resound::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using F = hn::CappedTag<float, kListStep>;
using I = hn::RebindToSigned<F>;
using U = hn::RebindToUnsigned<F>;
using V = hn::Vec<F>;
using VI = hn::Vec<I>;
inline constexpr std::size_t kLanes = hn::MaxLanes(F());

template <class Number>
struct Four {
  Number x, y, z, w;
};
using V4 = Four<V>;
using VI4 = Four<VI>;

HWY_INLINE V number(float value) { return hn::Set(F(), value); }

// To the nearest whole number, which must have room.
HWY_INLINE VI whole(V value) {
#if HWY_TARGET == HWY_AVX2
  return VI{_mm256_cvtps_epi32(value.raw)};  // Highway's own takes four instructions more for those without room
#else
  return hn::NearestInt(value);
#endif
}

// A number in the lists of liquid rows is kListed times the row: so a processor finds the row without a multiplication.
template <std::size_t size, class T>  // bytes for each one of the index
HWY_INLINE T* at_index(T* rows, std::uint32_t index) {
  using Byte = std::conditional_t<std::is_const_v<T>, const char, char>;
  return reinterpret_cast<T*>(reinterpret_cast<Byte*>(rows) + size * std::size_t{index});
}

// Writes lanes that are chosen, and perhaps others behind them.
#if HWY_TARGET == HWY_AVX2
struct ChosenByTable {
  template <class Mask>
  explicit HWY_INLINE ChosenByTable(Mask mask) : count(hn::CountTrue(F(), mask)) {
    std::uint8_t bits[8] = {};
    hn::StoreMaskBits(F(), mask, bits);
    HWY_ALIGN static constexpr std::uint32_t kShifts[8] = {0, 4, 8, 12, 16, 20, 24, 28};
    lanes = hn::Shr(hn::Set(U(), kChosenOfEight[bits[0]]), hn::Load(U(), kShifts));  // three bits of each are looked at
  }
  HWY_INLINE void store(hn::Vec<U> v, std::uint32_t* to) const {
    hn::StoreU(hn::Vec<U>{_mm256_permutevar8x32_epi32(v.raw, lanes.raw)}, U(), to);
  }
  HWY_INLINE void store(V v, float* to) const { hn::StoreU(V{_mm256_permutevar8x32_ps(v.raw, lanes.raw)}, F(), to); }
  std::size_t count;
  hn::Vec<U> lanes;
};
using Chosen = ChosenByTable;
#else
struct ChosenByMask {
  explicit HWY_INLINE ChosenByMask(hn::Mask<F> chosen) : count(hn::CountTrue(F(), chosen)), mask(chosen) {}
  HWY_INLINE void store(hn::Vec<U> v, std::uint32_t* to) const {
    hn::CompressStore(v, hn::RebindMask(U(), mask), U(), to);
  }
  HWY_INLINE void store(V v, float* to) const { hn::CompressStore(v, mask, F(), to); }
  std::size_t count;
  hn::Mask<F> mask;
};
using Chosen = ChosenByMask;
#endif

#if HWY_TARGET == HWY_SCALAR

// Four numbers of each row.
template <std::size_t size>
HWY_INLINE V4 load_rows(const float* rows, const std::uint32_t* index) {
  const float* row = at_index<size>(rows, *index);
  return {hn::LoadU(F(), row), hn::LoadU(F(), row + 1), hn::LoadU(F(), row + 2), hn::LoadU(F(), row + 3)};
}

HWY_INLINE void store_total(const VI4& v, std::int32_t* row) {
  row[0] = hn::GetLane(v.x), row[1] = hn::GetLane(v.y), row[2] = hn::GetLane(v.z), row[3] = hn::GetLane(v.w);
}

#else

using D = hn::Repartition<double, F>;

// One row from each block of four: that of `index`, of index + 4, …
template <std::size_t size, class Tag>
HWY_INLINE hn::Vec<Tag> load_blocks(Tag tag, const float* rows, const std::uint32_t* index) {
  constexpr std::size_t kCount = hn::MaxLanes(Tag());
  if constexpr (kCount == 4) {
    return hn::Load(tag, at_index<size>(rows, *index));
  } else {
    const hn::Half<Tag> half;
    return hn::Combine(tag, load_blocks<size>(half, rows, index + kCount / 2), load_blocks<size>(half, rows, index));
  }
}

// Turns four rows of four numbers in each block of registers.
template <class Tag, class Vec = hn::Vec<Tag> >
HWY_INLINE Four<Vec> turned(Tag tag, Vec a, Vec b, Vec c, Vec d) {
  const auto ab = hn::BitCast(D(), hn::InterleaveLower(tag, a, b)),
             cd = hn::BitCast(D(), hn::InterleaveLower(tag, c, d));
  const auto ef = hn::BitCast(D(), hn::InterleaveUpper(tag, a, b)),
             gh = hn::BitCast(D(), hn::InterleaveUpper(tag, c, d));
  return {hn::BitCast(tag, hn::InterleaveLower(D(), ab, cd)), hn::BitCast(tag, hn::InterleaveUpper(D(), ab, cd)),
          hn::BitCast(tag, hn::InterleaveLower(D(), ef, gh)), hn::BitCast(tag, hn::InterleaveUpper(D(), ef, gh))};
}

// Four numbers of each row.
template <std::size_t size>
HWY_INLINE V4 load_rows(const float* rows, const std::uint32_t* index) {
  return turned(F(), load_blocks<size>(F(), rows, index), load_blocks<size>(F(), rows, index + 1),
                load_blocks<size>(F(), rows, index + 2), load_blocks<size>(F(), rows, index + 3));
}

template <class Tag>
HWY_INLINE void store_all_blocks(Tag tag, hn::Vec<Tag> v, std::int32_t* row) {
  if constexpr (hn::MaxLanes(Tag()) == 4) {
    hn::StoreU(v, tag, row);
  } else {
    const hn::Half<Tag> half;
    store_all_blocks(half, hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)), row);
  }
}

// The sum of all lanes of each.
HWY_INLINE void store_total(const VI4& v, std::int32_t* row) {
  const VI4 t = turned(I(), v.x, v.y, v.z, v.w);
  store_all_blocks(I(), hn::Add(hn::Add(t.x, t.y), hn::Add(t.z, t.w)), row);
}

#endif

template <class Row>
HWY_INLINE const float* numbers_of(const Row* rows) {
  return reinterpret_cast<const float*>(rows);
}

struct Own {
  explicit HWY_INLINE Own(const PlaceRow& p)
      : x(hn::Set(I(), p.x)), y(hn::Set(I(), p.y)), z(hn::Set(I(), p.z)), pressure(number(p.pressure)) {}
  VI x, y, z;
  V pressure;
};

// From oneself to a neighbour [units].
struct Way {
  HWY_INLINE Way(const Own& own, const V4& place)
      : x(hn::ConvertTo(F(), hn::Sub(hn::BitCast(I(), place.x), own.x))),
        y(hn::ConvertTo(F(), hn::Sub(hn::BitCast(I(), place.y), own.y))),
        z(hn::ConvertTo(F(), hn::Sub(hn::BitCast(I(), place.z), own.z))),
        square(hn::MulAdd(x, x, hn::MulAdd(y, y, hn::Mul(z, z)))) {}
  HWY_INLINE V dot(V ax, V ay, V az) const { return hn::MulAdd(ax, x, hn::MulAdd(ay, y, hn::Mul(az, z))); }
  V x, y, z, square;
};

// t = 1 - q/2, or 0 beyond the reach of the kernel.
HWY_INLINE V closeness(V square, const PairNumbers& n) {
  return hn::Max(hn::Zero(F()), hn::NegMulAdd(number(n.half_per_unit), hn::Sqrt(square), number(1)));
}
HWY_INLINE V cubed(V t) { return hn::Mul(hn::Mul(t, t), t); }

}  // namespace resound::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
