#include "audio/arrival_kernel.h"

#include <cmath>

#include "audio/kaiser_window.h"

namespace resound {

double ArrivalKernel::windowed_sinc(double x) { return sinc(x) * kaiser_window(x / kReach, kBeta); }

double ArrivalKernel::narrow_gaussian(double x) { return std::abs(x) > 1 ? 0.0 : std::exp(-2 * x * x); }

ArrivalKernel::ArrivalKernel(double (*shape)(double)) : table_((kPhases + 1) * kTaps) {
  bool is_narrow = true;
  for (int phase = 0; phase <= kPhases; ++phase) {
    double* taps = table_.data() + phase * kTaps;
    double sum = 0;
    for (int j = 0; j < kTaps; ++j) {
      taps[j] = shape(j - (kReach - 1) - static_cast<double>(phase) / kPhases);
      sum += taps[j];
    }
    for (int j = 0; j < kTaps; ++j) {
      taps[j] /= sum;  // a constant stays exactly constant
      const bool is_outside = j < kNarrowFirst || j >= kNarrowFirst + kNarrowTaps;
      if (is_outside && taps[j] != 0) is_narrow = false;
    }
  }
  for (int phase = 0; is_narrow && phase <= kPhases; ++phase)
    narrow_.insert(narrow_.end(), row(phase) + kNarrowFirst, row(phase) + kNarrowFirst + kNarrowTaps);
}

}  // namespace resound
