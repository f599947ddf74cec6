#include "propagation/splat.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "propagation/splat.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each instruction set; must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace resound {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// `Lanes` 1 and 2 (a monopole; a dipole) are unrolled by the compiler; 0 means any number.
template <int Lanes>
HWY_INLINE void splat_lanes(const KaiserSinc& kernel, const double* positions, std::size_t count,
                            const SplatLanes& to) {
  const hn::CappedTag<double, KaiserSinc::kTaps> d;
  const std::size_t width = hn::Lanes(d);
  const int lanes = Lanes > 0 ? Lanes : to.count;
  for (std::size_t i = 0; i < count; ++i) {
    const double position = positions[i];
    const auto whole = static_cast<std::ptrdiff_t>(position);  // positive, so this rounds down
    const double phase = (position - static_cast<double>(whole)) * KaiserSinc::kPhases;
    const int row = static_cast<int>(phase);
    const auto blend = hn::Set(d, phase - row);
    const double* near = kernel.row(row);
    double* begin = to.lanes + (whole - (KaiserSinc::kReach - 1));
    for (std::size_t j = 0; j < KaiserSinc::kTaps; j += width) {
      const auto a = hn::LoadU(d, near + j);
      const auto b = hn::LoadU(d, near + KaiserSinc::kTaps + j);
      const auto tap = hn::MulAdd(blend, hn::Sub(b, a), a);
      for (int lane = 0; lane < lanes; ++lane) {
        const auto value = hn::Set(d, to.values[lane * to.value_stride + static_cast<std::ptrdiff_t>(i)]);
        double* target = begin + lane * to.lane_stride + j;
        hn::StoreU(hn::MulAdd(value, tap, hn::LoadU(d, target)), d, target);
      }
    }
  }
}

void Splat(const KaiserSinc& kernel, const double* positions, std::size_t count, const SplatLanes& to) {
  if (to.count == 1) {
    splat_lanes<1>(kernel, positions, count, to);
  } else if (to.count == 2) {
    splat_lanes<2>(kernel, positions, count, to);
  } else {
    splat_lanes<0>(kernel, positions, count, to);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace resound
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(Splat);

void splat(const KaiserSinc& kernel, std::span<const double> positions, const SplatLanes& to) {
  HWY_DYNAMIC_DISPATCH(Splat)(kernel, positions.data(), positions.size(), to);
}

}  // namespace resound
#endif
