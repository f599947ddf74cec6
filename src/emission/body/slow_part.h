#pragma once
#include <span>
#include <vector>

#include "audio/mode_bank.h"
#include "base/clock.h"
#include "base/state_archive.h"

namespace resound {

// Takes from the phasor of each mode what hardly moves. A rain of hits bends a body: its modes then ring about a place
// that is not their rest. What a mode sends is weighted by how it radiates at its own frequency, and a bend that stands
// still, which radiates nothing, would be heard as a constant pressure.
//
//   phasor - its mean over the last 16 periods (one pole at a hundredth of the mode's frequency) -> what radiates
//
// At its own frequency a mode loses 0.0005 dB.
class SlowPart {
 public:
  SlowPart(std::span<const BankMode> modes, SampleRate rate);

  // Phasors of all modes: [mode][sample].
  void take_from(std::span<double> real, std::span<double> imaginary, std::size_t count);
  bool is_silent() const;  // nobody hears what is left of it
  void archive(StateArchive& state) { state.fields(mean_); }

 private:
  struct Mean {
    double real = 0, imaginary = 0;
  };
  std::vector<double> share_;  // [1]  of what is new, a sample
  std::vector<Mean> mean_;     // [m sqrt(kg) / s]  by modes
};

}  // namespace resound
