#include "audio/kaiser_sinc.h"

#include "audio/kaiser_window.h"

namespace resound {

KaiserSinc::KaiserSinc() : table_((kPhases + 1) * kTaps) {
  for (int phase = 0; phase <= kPhases; ++phase) {
    double* taps = table_.data() + phase * kTaps;
    double sum = 0;
    for (int j = 0; j < kTaps; ++j) {
      const double x = j - (kReach - 1) - static_cast<double>(phase) / kPhases;
      taps[j] = sinc(x) * kaiser_window(x / kReach, kBeta);
      sum += taps[j];
    }
    for (int j = 0; j < kTaps; ++j) taps[j] /= sum;  // a constant stays exactly constant
  }
}

}  // namespace resound
