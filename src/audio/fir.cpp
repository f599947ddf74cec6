#include "audio/fir.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "audio/fir.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each instruction set; must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace resound {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A filter and how far its taps are apart in the input; one more tap, of its own weight, may lie elsewhere.
struct Taps {
  const double* tap;
  int count;
  std::ptrdiff_t stride;
  double more = 0;
  std::ptrdiff_t more_at = 0;
};

// `Group` vectors of neighbouring outputs stay in registers while the taps pass by.
template <int Group, class D, class Number = hn::TFromD<D>>
HWY_INLINE void correlate_group(D d, const Taps& taps, const Number* input, Number* output) {
  const std::ptrdiff_t lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  hn::Vec<D> sum[Group];
  const auto more = hn::Set(d, static_cast<Number>(taps.more));
  for (int g = 0; g < Group; ++g)
    sum[g] = taps.more == 0 ? hn::Zero(d) : hn::Mul(more, hn::LoadU(d, input + taps.more_at + g * lanes));
  for (int k = 0; k < taps.count; ++k, input += taps.stride) {
    const auto tap = hn::Set(d, static_cast<Number>(taps.tap[k]));
    for (int g = 0; g < Group; ++g) sum[g] = hn::MulAdd(tap, hn::LoadU(d, input + g * lanes), sum[g]);
  }
  for (int g = 0; g < Group; ++g) hn::StoreU(sum[g], d, output + g * lanes);
}

// As many whole groups as there are; returns where they end.
template <int Group, class D, class Number = hn::TFromD<D>>
HWY_INLINE int correlate_groups(D d, const Taps& taps, const Number* input, Number* output, int i, int count) {
  const int width = Group * static_cast<int>(hn::Lanes(d));
  for (; i + width <= count; i += width) correlate_group<Group>(d, taps, input + i, output + i);
  return i;
}

// `count` neighbouring outputs.
template <class Number>
void Correlate(const Taps& taps, const Number* input, Number* output, int count) {
  const hn::ScalableTag<Number> wide;
  const hn::CappedTag<Number, 1> single;  // the same fused arithmetic as the wide one
  int i = correlate_groups<12>(wide, taps, input, output, 0, count);
  i = correlate_groups<6>(wide, taps, input, output, i, count);
  i = correlate_groups<3>(wide, taps, input, output, i, count);
  i = correlate_groups<1>(wide, taps, input, output, i, count);
  correlate_groups<1>(single, taps, input, output, i, count);
}

void CorrelateOnce(std::span<const double> taps, const double* input, double* output, int count) {
  Correlate({taps.data(), static_cast<int>(taps.size()), 1}, input, output, count);
}

// `Group` vectors of neighbouring channels in four frames stay in registers while the input passes by.
template <int Group, class D, class Number = hn::TFromD<D>>
HWY_INLINE void correlate_four(D d, const FourFrames<Number>& batch, std::ptrdiff_t column, std::ptrdiff_t channels) {
  const std::span<const Number> taps = batch.taps;
  const Number* input = batch.input + column;
  Number* output = batch.output + column;
  const auto lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  hn::Vec<D> sum[kFramesAtOnce][Group];
  for (auto& frame : sum)
    for (auto& s : frame) s = hn::Zero(d);
  for (std::size_t k = 0; k < taps.size(); k += kFramesAtOnce, input += channels) {
    hn::Vec<D> in[Group];
    for (int g = 0; g < Group; ++g) in[g] = hn::LoadU(d, input + g * lanes);
    for (std::size_t f = 0; f < kFramesAtOnce; ++f) {
      const auto tap = hn::Set(d, taps[k + f]);
      for (int g = 0; g < Group; ++g) sum[f][g] = hn::MulAdd(tap, in[g], sum[f][g]);
    }
  }
  for (std::ptrdiff_t f = 0; f < kFramesAtOnce; ++f)
    for (int g = 0; g < Group; ++g) hn::StoreU(sum[f][g], d, output + f * channels + g * lanes);
}

template <class Number>
HWY_INLINE void correlate_all(std::span<const FourFrames<Number>> batches, int channels) {
  const auto run = [&]<int Group>(auto d, int column) HWY_ATTR {
    const int width = Group * static_cast<int>(hn::Lanes(d));
    for (; column + width <= channels; column += width)
      for (const FourFrames<Number>& batch : batches) correlate_four<Group>(d, batch, column, channels);
    return column;
  };
  const hn::ScalableTag<Number> wide;
  const hn::CappedTag<Number, 1> single;  // the same fused arithmetic as the wide one
  int column = run.template operator()<3>(wide, 0);
  column = run.template operator()<1>(wide, column);
  run.template operator()<1>(single, column);
}

void CorrelateFrames(std::span<const FourFrames<double>> batches, int channels) { correlate_all(batches, channels); }
void CorrelateFloatFrames(std::span<const FourFrames<float>> batches, int channels) {
  correlate_all(batches, channels);
}

template <class Number>
HWY_INLINE void halve_all(const HalfBand& filter, const Number* input, int channels, Number* output, int count) {
  const Taps taps{filter.taps.data(), static_cast<int>(filter.taps.size()), 2 * channels, filter.middle,
                  filter.reach() * channels};
  for (std::ptrdiff_t i = 0; i < count; ++i) Correlate(taps, input + 2 * i * channels, output + i * channels, channels);
}

void HalveFrames(const HalfBand& filter, const double* input, int channels, double* output, int count) {
  halve_all(filter, input, channels, output, count);
}
void HalveFloatFrames(const HalfBand& filter, const float* input, int channels, float* output, int count) {
  halve_all(filter, input, channels, output, count);
}

}  // namespace HWY_NAMESPACE
}  // namespace resound
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(CorrelateOnce);
HWY_EXPORT(CorrelateFrames);
HWY_EXPORT(CorrelateFloatFrames);
HWY_EXPORT(HalveFrames);
HWY_EXPORT(HalveFloatFrames);

void correlate(std::span<const double> taps, const double* input, double* output, int count) {
  HWY_DYNAMIC_DISPATCH(CorrelateOnce)(taps, input, output, count);
}

void correlate_frames(std::span<const FourFrames<double>> batches, int channels) {
  HWY_DYNAMIC_DISPATCH(CorrelateFrames)(batches, channels);
}
void correlate_frames(std::span<const FourFrames<float>> batches, int channels) {
  HWY_DYNAMIC_DISPATCH(CorrelateFloatFrames)(batches, channels);
}

void halve_frames(const HalfBand& filter, const double* input, int channels, double* output, int count) {
  HWY_DYNAMIC_DISPATCH(HalveFrames)(filter, input, channels, output, count);
}
void halve_frames(const HalfBand& filter, const float* input, int channels, float* output, int count) {
  HWY_DYNAMIC_DISPATCH(HalveFloatFrames)(filter, input, channels, output, count);
}

}  // namespace resound
#endif
