#include "audio/fir.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "audio/fir.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each instruction set; must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace resound {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// `Group` vectors of neighbouring outputs stay in registers while the taps pass by. As many whole groups as there are;
// returns where they end.
template <int Group, class D>
HWY_INLINE int correlate_groups(D d, std::span<const double> taps, const double* input, double* output, int i,
                                int count) {
  const auto lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  const int width = Group * static_cast<int>(lanes);
  for (; i + width <= count; i += width) {
    hn::Vec<D> sum[Group];
    for (auto& s : sum) s = hn::Zero(d);
    const double* from = input + i;
    for (std::size_t k = 0; k < taps.size(); ++k, ++from) {
      const auto tap = hn::Set(d, taps[k]);
      for (int g = 0; g < Group; ++g) sum[g] = hn::MulAdd(tap, hn::LoadU(d, from + g * lanes), sum[g]);
    }
    for (int g = 0; g < Group; ++g) hn::StoreU(sum[g], d, output + i + g * lanes);
  }
  return i;
}

void Correlate(std::span<const double> taps, const double* input, double* output, int count) {
  const hn::ScalableTag<double> wide;
  const hn::CappedTag<double, 1> single;  // the same fused arithmetic as the wide one
  int i = correlate_groups<12>(wide, taps, input, output, 0, count);
  i = correlate_groups<3>(wide, taps, input, output, i, count);
  i = correlate_groups<1>(wide, taps, input, output, i, count);
  correlate_groups<1>(single, taps, input, output, i, count);
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

// Calls `part(d, column)` for all channels, in vectors; the last may lie across the one before it.
template <class Number, class Part>
HWY_INLINE void in_vectors(int column, int channels, const Part& part) {
  const hn::ScalableTag<Number> wide;
  const hn::CappedTag<Number, 1> single;  // the same fused arithmetic as the wide one
  const int lanes = static_cast<int>(hn::Lanes(wide));
  for (; column + lanes <= channels; column += lanes) part(wide, column);
  if (column < channels && channels >= lanes) return part(wide, channels - lanes);
  for (; column < channels; ++column) part(single, column);
}

template <class Number>
HWY_INLINE void correlate_all(std::span<const FourFrames<Number>> batches, int channels) {
  const hn::ScalableTag<Number> wide;
  const int width = 3 * static_cast<int>(hn::Lanes(wide));
  int column = 0;
  for (; column + width <= channels; column += width)
    for (const FourFrames<Number>& batch : batches) correlate_four<3>(wide, batch, column, channels);
  in_vectors<Number>(column, channels, [&](auto d, int at) HWY_ATTR {
    for (const FourFrames<Number>& batch : batches) correlate_four<1>(d, batch, at, channels);
  });
}

void CorrelateFrames(std::span<const FourFrames<double>> batches, int channels) { correlate_all(batches, channels); }
void CorrelateFloatFrames(std::span<const FourFrames<float>> batches, int channels) {
  correlate_all(batches, channels);
}

// One or two frames of the halved signals in `Group` vectors of neighbouring channels: what is loaded once serves both.
template <int Frames, int Group, class D, class Number = hn::TFromD<D>>
HWY_INLINE void halve_some(D d, const HalfBand<Number>& filter, const Number* input, std::ptrdiff_t channels,
                           Number* output) {
  const auto lanes = static_cast<std::ptrdiff_t>(hn::Lanes(d));
  const auto count = static_cast<std::ptrdiff_t>(filter.taps.size());
  const auto tap_at = [&](std::ptrdiff_t k) HWY_ATTR { return hn::Set(d, filter.taps[static_cast<std::size_t>(k)]); };
  hn::Vec<D> sum[Frames][Group];
  const auto middle = hn::Set(d, filter.middle);
  for (std::ptrdiff_t f = 0; f < Frames; ++f)
    for (int g = 0; g < Group; ++g)
      sum[f][g] = hn::Mul(middle, hn::LoadU(d, input + (2 * f + filter.reach()) * channels + g * lanes));
  // the k-th input is the k-th of the first frame and the one before it of the second
  const auto add = [&]<int Frame>(hn::Vec<D> tap, const hn::Vec<D>(&in)[Group]) HWY_ATTR {
    if constexpr (Frame < Frames)
      for (int g = 0; g < Group; ++g) sum[Frame][g] = hn::MulAdd(tap, in[g], sum[Frame][g]);
  };
  hn::Vec<D> in[Group];
  const auto load = [&](std::ptrdiff_t k) HWY_ATTR {
    for (int g = 0; g < Group; ++g) in[g] = hn::LoadU(d, input + 2 * k * channels + g * lanes);
  };
  auto tap = tap_at(0);
  load(0);
  add.template operator()<0>(tap, in);
  for (std::ptrdiff_t k = 1; k < count; ++k) {
    load(k);
    add.template operator()<1>(tap, in);
    tap = tap_at(k);
    add.template operator()<0>(tap, in);
  }
  if constexpr (Frames > 1) {
    load(count);
    add.template operator()<1>(tap, in);
  }
  for (std::ptrdiff_t f = 0; f < Frames; ++f)
    for (int g = 0; g < Group; ++g) hn::StoreU(sum[f][g], d, output + f * channels + g * lanes);
}

template <int Frames, int Group, class Number>
HWY_INLINE void halve_rows(const HalfBand<Number>& filter, const Number* input, int channels, Number* output) {
  const hn::ScalableTag<Number> wide;
  const int width = Group * static_cast<int>(hn::Lanes(wide));
  int column = 0;
  for (; column + width <= channels; column += width)
    halve_some<Frames, Group>(wide, filter, input + column, channels, output + column);
  in_vectors<Number>(column, channels, [&](auto d, int at) HWY_ATTR {
    halve_some<Frames, 1>(d, filter, input + at, channels, output + at);
  });
}

// Few taps stay in registers, and so do the inputs of some frames: each is loaded once. What is as far before the
// middle as another one is behind it is added to that first.
template <int Pairs, int Frames, class D, class Number = hn::TFromD<D>>
HWY_INLINE void halve_in_pairs(D d, hn::Vec<D> middle, const hn::Vec<D> (&taps)[Pairs], const Number* input,
                               std::ptrdiff_t channels, Number* output) {
  constexpr int kInputs = 2 * Pairs + Frames - 1;
  hn::Vec<D> in[kInputs];
  for (int k = 0; k < kInputs; ++k) in[k] = hn::LoadU(d, input + 2 * k * channels);
  for (int f = 0; f < Frames; ++f) {
    auto sum = hn::Mul(middle, hn::LoadU(d, input + (2 * (f + Pairs) - 1) * channels));
    for (int k = 0; k < Pairs; ++k) sum = hn::MulAdd(taps[k], hn::Add(in[f + k], in[f + 2 * Pairs - 1 - k]), sum);
    hn::StoreU(sum, d, output + f * channels);
  }
}

template <int Pairs, int Frames, class Number>
HWY_INLINE void halve_rows_in_pairs(const HalfBand<Number>& filter, const Number* input, int channels, Number* output) {
  in_vectors<Number>(0, channels, [&](auto d, int column) HWY_ATTR {
    hn::Vec<decltype(d)> taps[Pairs];
    for (int k = 0; k < Pairs; ++k) taps[k] = hn::Set(d, filter.taps[static_cast<std::size_t>(k)]);
    halve_in_pairs<Pairs, Frames>(d, hn::Set(d, filter.middle), taps, input + column, channels, output + column);
  });
}

template <int Pairs, class Number>
HWY_INLINE void halve_all_in_pairs(const HalfBand<Number>& filter, const Number* input, int channels, Number* output,
                                   int count) {
  constexpr int kFrames = 4;
  int frame = 0;
  for (; frame + kFrames <= count; frame += kFrames, input += 2 * kFrames * channels, output += kFrames * channels)
    halve_rows_in_pairs<Pairs, kFrames>(filter, input, channels, output);
  for (; frame < count; ++frame, input += 2 * channels, output += channels)
    halve_rows_in_pairs<Pairs, 1>(filter, input, channels, output);
}

template <class Number>
HWY_INLINE void halve_all(const HalfBand<Number>& filter, const Number* input, int channels, Number* output,
                          int count) {
  if (filter.taps.size() == 4) return halve_all_in_pairs<2>(filter, input, channels, output, count);
  if (filter.taps.size() == 6) return halve_all_in_pairs<3>(filter, input, channels, output, count);
  if (filter.taps.size() == 8) return halve_all_in_pairs<4>(filter, input, channels, output, count);
  std::ptrdiff_t frame = 0;
  for (; frame + 2 <= count; frame += 2)
    halve_rows<2, 4>(filter, input + 2 * frame * channels, channels, output + frame * channels);
  if (frame < count) halve_rows<1, 12>(filter, input + 2 * frame * channels, channels, output + frame * channels);
}

void HalveFrames(const HalfBand<double>& filter, const double* input, int channels, double* output, int count) {
  halve_all(filter, input, channels, output, count);
}
void HalveFloatFrames(const HalfBand<float>& filter, const float* input, int channels, float* output, int count) {
  halve_all(filter, input, channels, output, count);
}

}  // namespace HWY_NAMESPACE
}  // namespace resound
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(Correlate);
HWY_EXPORT(CorrelateFrames);
HWY_EXPORT(CorrelateFloatFrames);
HWY_EXPORT(HalveFrames);
HWY_EXPORT(HalveFloatFrames);

void correlate(std::span<const double> taps, const double* input, double* output, int count) {
  HWY_DYNAMIC_DISPATCH(Correlate)(taps, input, output, count);
}

void correlate_frames(std::span<const FourFrames<double>> batches, int channels) {
  HWY_DYNAMIC_DISPATCH(CorrelateFrames)(batches, channels);
}
void correlate_frames(std::span<const FourFrames<float>> batches, int channels) {
  HWY_DYNAMIC_DISPATCH(CorrelateFloatFrames)(batches, channels);
}

void halve_frames(const HalfBand<double>& filter, const double* input, int channels, double* output, int count) {
  HWY_DYNAMIC_DISPATCH(HalveFrames)(filter, input, channels, output, count);
}
void halve_frames(const HalfBand<float>& filter, const float* input, int channels, float* output, int count) {
  HWY_DYNAMIC_DISPATCH(HalveFloatFrames)(filter, input, channels, output, count);
}

}  // namespace resound
#endif
