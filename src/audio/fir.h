#pragma once
#include <span>

namespace resound {

// output[i] = sum over k of taps[k] input[i + k], for i below count. The input holds count + taps - 1 samples and does
// not overlap the output. Each output is summed in the order of its taps, so the result does not depend on how a signal
// is cut into blocks.
void correlate(std::span<const double> taps, const double* input, double* output, int count);

// The same for `channels` signals side by side: input[(i * step + k) * channels + channel]. Only every step-th output
// is made, one frame after the other.
void correlate_frames(std::span<const double> taps, const double* input, int channels, int step, double* output,
                      int count);

}  // namespace resound
