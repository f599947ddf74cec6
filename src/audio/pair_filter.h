#pragma once
#include <optional>

#include "base/clock.h"

namespace resound {

// The first halving of a simulation's rate, done by whoever makes the steps: the step before is at hand there, so two
// are filtered for the cost of writing one down, and none has to be looked back on later.
//
//   y = outer x[0] + inner x[1] + inner x[2] + outer x[3]         with each pair of steps x[2], x[3]
//     = kept + inner x[2] + outer x[3],   then kept = outer x[2] + inner x[3]
//
// Its time is the middle of x[1] and x[2]. What little it takes from the audio band the last filter gives back.
struct PairFilter {
  double outer = 0.25, inner = 0.25;  // one half together

  double response(double frequency) const;  // [cycles a step]
};

// What would fold into the audio band is 80 dB down when all filters have passed; none if so few steps make a sample
// that so short a filter cannot do it.
std::optional<PairFilter> pair_filter(SampleRate steps, SampleRate audio);

}  // namespace resound
