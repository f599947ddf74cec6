#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace resound {

// Velocity phasors of many modes: those of mode m begin at m * stride.
struct ModalSum {
  std::span<const std::uint32_t> modes;  // that sound
  const double* real = nullptr;
  const double* imaginary = nullptr;
  std::size_t stride = 0;
};

// sum[i] += sum over modes of Im( (T + (i - begin) T') V[i] ),  begin <= i < end, in the order of the modes. A null
// step means that T stays.
void add_modes(const ModalSum& of, const double* re, const double* im, const double* re_step, const double* im_step,
               int begin, int end, double* sum);

// For benchmarks: two multiplications and additions a mode and sample, twice as many on the move.
constexpr double modal_sum_flop(bool moving) { return moving ? 8 : 4; }

}  // namespace resound
