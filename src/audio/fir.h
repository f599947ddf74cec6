#pragma once
#include <span>
#include <vector>

namespace resound {

// output[i] = sum over k of taps[k] input[i + k], for i below count. The input holds count + taps - 1 samples and does
// not overlap the output. Each output is summed in the order of its taps, so the result does not depend on how a signal
// is cut into blocks.
void correlate(std::span<const double> taps, const double* input, double* output, int count);

// Four frames of `channels` signals that lie side by side, each with taps of its own, as the frames themselves:
//   output[f * channels + c] = sum over k of taps[4 k + f] input[k * channels + c]
// What is loaded once serves all four. Batches that look back on much the same input are taken column by column.
inline constexpr int kFramesAtOnce = 4;
template <class Number>
struct FourFrames {
  std::span<const Number> taps;
  const Number* input;
  Number* output;
};
void correlate_frames(std::span<const FourFrames<double>> batches, int channels);
void correlate_frames(std::span<const FourFrames<float>> batches, int channels);

// A symmetric filter that keeps the lower half of the band: every other tap but the middle one is zero and left out.
template <class Number>
struct HalfBand {
  Number middle = 0;
  std::vector<Number> taps;                                        // at -reach, -reach + 2, … reach
  int reach() const { return static_cast<int>(taps.size()) - 1; }  // [frames]  odd
};

// Every second frame of the filtered signals: the i-th has its middle at frame 2 i + reach of the input.
void halve_frames(const HalfBand<double>& filter, const double* input, int channels, double* output, int count);
void halve_frames(const HalfBand<float>& filter, const float* input, int channels, float* output, int count);

}  // namespace resound
