#pragma once
#include "audio/fir.h"

namespace resound {

// A short filter that is at least 83 dB down from `edge` [cycles a frame, up to 0.5] on. The mirror image of that band
// about 0.25 passes within 0.0015 dB.
HalfBand<double> half_band(double edge);

}  // namespace resound
