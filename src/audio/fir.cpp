#include "audio/fir.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "audio/fir.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each instruction set; must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace resound {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// `Group` vectors of neighbouring outputs stay in registers while the taps pass by.
template <int Group, class D>
HWY_INLINE void correlate_group(D d, const double* taps, int tap_count, const double* input, std::ptrdiff_t tap_stride,
                                double* output) {
  const std::ptrdiff_t lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  auto sum0 = hn::Zero(d), sum1 = hn::Zero(d), sum2 = hn::Zero(d), sum3 = hn::Zero(d);
  for (int k = 0; k < tap_count; ++k, input += tap_stride) {
    const auto tap = hn::Set(d, taps[k]);
    sum0 = hn::MulAdd(tap, hn::LoadU(d, input), sum0);
    if constexpr (Group == 4) {
      sum1 = hn::MulAdd(tap, hn::LoadU(d, input + lanes), sum1);
      sum2 = hn::MulAdd(tap, hn::LoadU(d, input + 2 * lanes), sum2);
      sum3 = hn::MulAdd(tap, hn::LoadU(d, input + 3 * lanes), sum3);
    }
  }
  hn::StoreU(sum0, d, output);
  if constexpr (Group == 4) {
    hn::StoreU(sum1, d, output + lanes);
    hn::StoreU(sum2, d, output + 2 * lanes);
    hn::StoreU(sum3, d, output + 3 * lanes);
  }
}

// `count` neighbouring outputs, from inputs that advance by `tap_stride` a tap.
void Correlate(const double* taps, int tap_count, const double* input, std::ptrdiff_t tap_stride, double* output,
               int count) {
  const hn::ScalableTag<double> wide;
  const hn::CappedTag<double, 1> single;  // the same fused arithmetic as the wide one
  const int lanes = static_cast<int>(hn::Lanes(wide));
  int i = 0;
  for (; i + 4 * lanes <= count; i += 4 * lanes)
    correlate_group<4>(wide, taps, tap_count, input + i, tap_stride, output + i);
  for (; i + lanes <= count; i += lanes) correlate_group<1>(wide, taps, tap_count, input + i, tap_stride, output + i);
  for (; i < count; ++i) correlate_group<1>(single, taps, tap_count, input + i, tap_stride, output + i);
}

}  // namespace HWY_NAMESPACE
}  // namespace resound
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(Correlate);

void correlate(std::span<const double> taps, const double* input, double* output, int count) {
  HWY_DYNAMIC_DISPATCH(Correlate)(taps.data(), static_cast<int>(taps.size()), input, 1, output, count);
}

void correlate_frames(std::span<const double> taps, const double* input, int channels, int step, double* output,
                      int count) {
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    HWY_DYNAMIC_DISPATCH(Correlate)
    (taps.data(), static_cast<int>(taps.size()), input + i * step * channels, channels, output + i * channels,
     channels);
  }
}

}  // namespace resound
#endif
