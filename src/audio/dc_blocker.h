#pragma once
#include <span>

#include "base/clock.h"
#include "base/state_archive.h"

namespace resound {

// Takes the mean out of a signal: H = (1 - z^-1) / (1 - (1 - alpha) z^-1), scaled to unit gain at the top. Applied once
// to a finished signal, never to each source: below its corner it differentiates, and phases between sources would
// suffer.
class DcBlocker {
 public:
  DcBlocker(double corner, SampleRate rate);  // [Hz] -3 dB
  void process(std::span<double> signal) noexcept;
  void archive(StateArchive& state) { state.fields(input_, output_); }

 private:
  double pole_;
  double input_ = 0, output_ = 0;  // the previous sample of each
};

}  // namespace resound
