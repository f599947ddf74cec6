#include "propagation/splat.h"

#include <algorithm>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "propagation/splat.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each instruction set; must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace resound {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Adds one splat to `Lanes` buffers. The number is known to the compiler, so that the kernel stays in registers.
template <int Lanes>
HWY_INLINE void splat_lanes(const ArrivalKernel& kernel, const double* positions, std::size_t count, double first,
                            const double* values, std::ptrdiff_t value_stride, double* lanes,
                            std::ptrdiff_t lane_stride) {
  const hn::CappedTag<double, ArrivalKernel::kTaps> d;
  const std::size_t width = hn::Lanes(d);
  for (std::size_t i = 0; i < count; ++i) {
    const double position = positions[i] - first;
    const auto whole = static_cast<std::ptrdiff_t>(position);  // positive, so this rounds down
    const double phase = (position - static_cast<double>(whole)) * ArrivalKernel::kPhases;
    const int row = static_cast<int>(phase);
    const auto blend = hn::Set(d, phase - row);
    const double* near = kernel.row(row);
    double* begin = lanes + (whole - (ArrivalKernel::kReach - 1));
    const double* value = values + i;
    const auto v0 = hn::Set(d, value[0]);
    const auto v1 = hn::Set(d, value[Lanes > 1 ? value_stride : 0]);
    const auto v2 = hn::Set(d, value[Lanes > 2 ? 2 * value_stride : 0]);
    const auto v3 = hn::Set(d, value[Lanes > 3 ? 3 * value_stride : 0]);
    for (std::size_t j = 0; j < ArrivalKernel::kTaps; j += width) {
      const auto a = hn::LoadU(d, near + j);
      const auto b = hn::LoadU(d, near + ArrivalKernel::kTaps + j);
      const auto tap = hn::MulAdd(blend, hn::Sub(b, a), a);
      const auto add = [&](const auto& v, int lane) HWY_ATTR {
        double* target = begin + lane * lane_stride + j;
        hn::StoreU(hn::MulAdd(v, tap, hn::LoadU(d, target)), d, target);
      };
      add(v0, 0);
      if constexpr (Lanes > 1) add(v1, 1);
      if constexpr (Lanes > 2) add(v2, 2);
      if constexpr (Lanes > 3) add(v3, 3);
    }
  }
}

// Where some arrivals fall.
constexpr std::size_t kAtOnce = 64;
struct ArrivalPlaces {
  std::size_t count = 0;
  std::int32_t whole[kAtOnce], row[kAtOnce];  // [samples], of the kernel
  double blend[kAtOnce];                      // with the row after it
};

HWY_INLINE void find_places(const double* positions, std::size_t count, double first, ArrivalPlaces& places) {
  places.count = count;
  const auto find = [&](auto d, std::size_t i) HWY_ATTR {
    const hn::Rebind<std::int32_t, decltype(d)> integers;
    const auto position = hn::Sub(hn::LoadU(d, positions + i), hn::Set(d, first));
    const auto whole = hn::Trunc(position);  // positive, so this rounds down
    const auto phase = hn::Mul(hn::Sub(position, whole), hn::Set(d, ArrivalKernel::kPhases));
    const auto row = hn::Trunc(phase);
    hn::StoreU(hn::DemoteTo(integers, whole), integers, places.whole + i);
    hn::StoreU(hn::DemoteTo(integers, row), integers, places.row + i);
    hn::StoreU(hn::Sub(phase, row), d, places.blend + i);
  };
  const hn::CappedTag<double, 4> wide;
  std::size_t i = 0;
  for (; i + hn::Lanes(wide) <= count; i += hn::Lanes(wide)) find(wide, i);
  for (; i < count; ++i) find(hn::CappedTag<double, 1>(), i);
}

// The same with a narrow kernel. Neighbours touch the same few samples, and what has just been written is slow to be
// read back: so every fourth arrival is added first, then those after them, and so on.
template <int Lanes>
HWY_INLINE void splat_narrow(const ArrivalKernel& kernel, const ArrivalPlaces& places, const double* values,
                             std::ptrdiff_t value_stride, double* lanes, std::ptrdiff_t lane_stride) {
  constexpr std::size_t kTaps = ArrivalKernel::kNarrowTaps;
  const hn::CappedTag<double, kTaps> d;
  double* first = lanes + (ArrivalKernel::kNarrowFirst - (ArrivalKernel::kReach - 1));
  for (std::size_t begin = 0; begin < kTaps; ++begin)
    for (std::size_t i = begin; i < places.count; i += kTaps) {
      const auto blend = hn::Set(d, places.blend[i]);
      const double* near = kernel.narrow_row(places.row[i]);
      double* target = first + places.whole[i];
      for (std::size_t j = 0; j < kTaps; j += hn::Lanes(d)) {
        const auto a = hn::LoadU(d, near + j);
        const auto tap = hn::MulAdd(blend, hn::Sub(hn::LoadU(d, near + kTaps + j), a), a);
        for (std::ptrdiff_t l = 0; l < Lanes; ++l) {
          double* to = target + l * lane_stride + j;
          const auto value = hn::Set(d, values[l * value_stride + static_cast<std::ptrdiff_t>(i)]);
          hn::StoreU(hn::MulAdd(value, tap, hn::LoadU(d, to)), d, to);
        }
      }
    }
}

void SplatNarrow(const ArrivalKernel& kernel, const double* positions, std::size_t count, const SplatLanes& to) {
  ArrivalPlaces places;
  for (std::size_t begin = 0; begin < count; begin += kAtOnce) {
    find_places(positions + begin, std::min(count - begin, kAtOnce), to.first, places);
    const double* values = to.values + begin;
    int lane = 0;
    for (; lane + 2 <= to.count; lane += 2)
      splat_narrow<2>(kernel, places, values + lane * to.value_stride, to.value_stride,
                      to.lanes + lane * to.lane_stride, to.lane_stride);
    if (lane < to.count)
      splat_narrow<1>(kernel, places, values + lane * to.value_stride, to.value_stride,
                      to.lanes + lane * to.lane_stride, to.lane_stride);
  }
}

void Splat(const ArrivalKernel& kernel, const double* positions, std::size_t count, const SplatLanes& to) {
  for (int lane = 0; lane < to.count;) {
    const double* values = to.values + lane * to.value_stride;
    double* lanes = to.lanes + lane * to.lane_stride;
    if (to.count - lane >= 4) {
      splat_lanes<4>(kernel, positions, count, to.first, values, to.value_stride, lanes, to.lane_stride), lane += 4;
    } else if (to.count - lane >= 2) {
      splat_lanes<2>(kernel, positions, count, to.first, values, to.value_stride, lanes, to.lane_stride), lane += 2;
    } else {
      splat_lanes<1>(kernel, positions, count, to.first, values, to.value_stride, lanes, to.lane_stride), lane += 1;
    }
  }
}

void AddScaled(const double* from, std::size_t count, double weight, double* to) {
  const hn::ScalableTag<double> d;
  const auto scale = hn::Set(d, weight);
  std::size_t i = 0;
  for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d))
    hn::StoreU(hn::MulAdd(scale, hn::LoadU(d, from + i), hn::LoadU(d, to + i)), d, to + i);
  const hn::CappedTag<double, 1> single;  // the same fused arithmetic as the wide one
  for (; i < count; ++i)
    hn::StoreU(hn::MulAdd(hn::Set(single, weight), hn::LoadU(single, from + i), hn::LoadU(single, to + i)), single,
               to + i);
}

}  // namespace HWY_NAMESPACE
}  // namespace resound
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(Splat);
HWY_EXPORT(SplatNarrow);
HWY_EXPORT(AddScaled);

void splat(const ArrivalKernel& kernel, std::span<const double> positions, const SplatLanes& to) {
  if (kernel.is_narrow())
    HWY_DYNAMIC_DISPATCH(SplatNarrow)(kernel, positions.data(), positions.size(), to);
  else
    HWY_DYNAMIC_DISPATCH(Splat)(kernel, positions.data(), positions.size(), to);
}

void add_scaled(std::span<const double> from, double weight, double* to) {
  HWY_DYNAMIC_DISPATCH(AddScaled)(from.data(), from.size(), weight, to);
}

}  // namespace resound
#endif
