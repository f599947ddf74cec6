#pragma once
#include <span>

#include "audio/arrival_kernel.h"

namespace resound {

// Adds each value to a buffer in the shape of the arrival kernel, at its own fractional position:
//   lanes[l][k] += values[l][i] h(first + k - positions[i])
// All lanes share positions, so the kernel is read once. Positions lie at least ArrivalKernel::kReach - 1 inside the
// beginning of a lane and kReach + 1 inside its end. `values` holds a lane's numbers `value_stride` apart, `lanes`
// `lane_stride`.
struct SplatLanes {
  int count = 1;
  const double* values = nullptr;
  std::ptrdiff_t value_stride = 0;
  double* lanes = nullptr;
  std::ptrdiff_t lane_stride = 0;
  double first = 0;  // [samples]  where lanes begin
};
void splat(const ArrivalKernel& kernel, std::span<const double> positions, const SplatLanes& to);

// to[i] += weight from[i]
void add_scaled(std::span<const double> from, double weight, double* to);

// Work for one splat of one value, for benchmarks: blend 16 taps (2 flop each), then multiply and add (2 flop each) a
// lane.
constexpr double splat_flop(int lanes) { return ArrivalKernel::kTaps * (3.0 + 2.0 * lanes); }

}  // namespace resound
