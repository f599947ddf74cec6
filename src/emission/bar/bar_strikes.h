#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/clock.h"
#include "base/state_archive.h"
#include "motion/contact/force_pulse.h"

namespace resound {

// How often a bar asks whether it has fallen silent; on the clock, so that it does not depend on the blocks.
inline constexpr SampleIndex kSilenceInterval = 4096;  // [samples]

// Something strikes a bar at one place.
struct BarStrike {
  double time = 0;   // [s]  of first touch
  double place = 0;  // [m]  from the left end
  ContactPulse pulse;
  double gain = 1;  // share of the force that acts along the bar's thickness
};

// The strikes that still push, in the order in which they came: sums over them have that order too. Each hands out its
// force in the time steps of the solver, counted on the clock, so that the force does not depend on the blocks.
template <class Extra>
class BarStrikes {
 public:
  struct Active {
    SampleIndex first = 0;  // step in whose stretch it begins
    ForcePulse pulse;
    Extra extra;  // what the solver keeps beside it
    void archive(StateArchive& state) { state.fields(first, pulse, extra); }
  };

  // Stretch n lasts from (n + offset) to (n + 1 + offset) steps. `now` is the step at which the solver stands.
  void add(const BarStrike& strike, SampleRate steps, double offset, SampleIndex now, Extra extra) {
    const double touch = steps.samples(strike.time) - offset;  // [steps]
    const auto first = std::max(static_cast<SampleIndex>(std::floor(touch)), now);
    const double begin = std::min((static_cast<double>(first) - touch) * steps.step(), 0.0);
    active_.push_back({first, ForcePulse(strike.pulse, strike.gain, begin, steps.step()), std::move(extra)});
  }
  template <class IsDone>
  void drop_finished(IsDone is_done) {  // is_done: has the solver, too, finished with it?
    std::erase_if(active_, [&](const Active& strike) { return strike.pulse.is_over() && is_done(strike.extra); });
  }
  bool empty() const { return active_.empty(); }
  auto begin() { return active_.begin(); }
  auto end() { return active_.end(); }
  void archive(StateArchive& state) { state.fields(active_); }

 private:
  std::vector<Active> active_;
};

}  // namespace resound
