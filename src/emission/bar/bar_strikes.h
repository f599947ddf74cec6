#pragma once
#include <vector>

#include "base/state_archive.h"
#include "emission/bar/force_pulse.h"

namespace resound {

// A force pulse that acts on a bar at one place.
struct BarStrike {
  double time = 0;   // [s]  of first touch
  double place = 0;  // [m]  from the left end
  ForcePulse pulse;
};

// The strikes that still push, in the order in which they came: sums over them have that order too.
class BarStrikes {
 public:
  void add(const BarStrike& strike) { strikes_.push_back(strike); }
  bool empty() const { return strikes_.empty(); }
  std::size_t size() const { return strikes_.size(); }
  const BarStrike& operator[](std::size_t i) const { return strikes_[i]; }

  // Forgets what is over at `time`; tells the owner so that it can forget what it keeps beside it.
  template <class Forget>
  void drop_finished(double time, Forget forget) {
    for (std::size_t i = strikes_.size(); i-- > 0;) {
      if (time < strikes_[i].time + strikes_[i].pulse.duration()) continue;
      strikes_.erase(strikes_.begin() + static_cast<std::ptrdiff_t>(i));
      forget(i);
    }
  }
  void archive(StateArchive& state) { state.fields(strikes_); }

 private:
  std::vector<BarStrike> strikes_;
};

}  // namespace resound
