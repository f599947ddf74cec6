#pragma once
#include <cstddef>

namespace resound {

// A block of velocities of many channels as they come from the filter, side by side, and where they go: each channel by
// itself, and the way it has gone since the block began, by the trapezoidal rule in doubles.
struct SkinTravel {
  std::size_t channels = 0, samples = 0;
  double sample = 0;              // [s]
  const float* frames = nullptr;  // [m/s]  [sample][channel]
  float* velocity = nullptr;      // [m/s]  [channel][sample]
  float* travel = nullptr;        // [m]    [channel][sample]
  double* last = nullptr;         // [m/s]  [channel]  before the block; then at its end
  double* way = nullptr;          // [m]    [channel]  of the whole block
  double* mean = nullptr;         // [m]    [channel]  of the ways to its samples
};

void sum_travel(const SkinTravel& rows);

}  // namespace resound
