#pragma once
#include <string>

namespace resound {

// How pascals become sample values: file = pascals * gain.
struct Gain {
  double full_scale = 94;  // [dB SPL]  the peak level that a sample value of 1.0 stands for
  double lowered_by = 0;   // [dB]      whole decibels taken off so that a format that clips does not

  double factor() const;                 // [1/Pa]
  double pascals_at_full_scale() const;  // [Pa]  of the sample value 1.0, after lowering
  std::string describe() const;          // "1.0 = 1.00237 Pa (94 dB SPL)"
};

// Float samples may exceed 1.0. Whole numbers cannot, and lossy codecs cut or overshoot: for those the gain is lowered
// by whole decibels, if the true peak would pass full scale, until it stays 1 dB below.
Gain gain_for_unclipped(double full_scale, double true_peak);  // [dB SPL], [Pa]

}  // namespace resound
