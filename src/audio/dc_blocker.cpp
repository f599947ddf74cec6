#include "audio/dc_blocker.h"

#include <cmath>
#include <numbers>

namespace resound {

// The pole that puts -3 dB exactly on the corner: tan of the quarter turn short of it.
DcBlocker::DcBlocker(double corner, SampleRate rate) {
  const double angle = std::numbers::pi * corner / rate.hz;
  pole_ = (1 - std::tan(angle)) / (1 + std::tan(angle));
}

void DcBlocker::process(std::span<double> signal) noexcept {
  const double gain = (1 + pole_) / 2;
  for (double& sample : signal) {
    output_ = gain * (sample - input_) + pole_ * output_;
    input_ = sample;
    sample = output_;
  }
}

}  // namespace resound
