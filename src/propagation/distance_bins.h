#pragma once
#include <vector>

#include "base/clock.h"
#include "scene/air.h"

namespace resound {

// How far sound is carried: almost two minutes of delay.
inline constexpr double kFarthest = 40e3;  // [m]

// The air filters a sound by exp(-alpha(f) r), a filter that changes with distance. Rather than filter each source, an
// arrival is shared out between the two nearest of a ladder of distances, each with one fixed filter for all sources
// together: a moving source glides from one to the next without any switching.
//
//   r = (1 - u) r_k + u r_(k+1)   ->   (1 - u) to bin k, u to bin k+1
//
// Between bins exp(-alpha r) is thereby replaced by its chord, which is too loud by (alpha dr)^2 / 8: at most 0.05 dB
// wherever the air takes less than 30 dB. Steps are even at first and a sixteenth of the distance from then on.
class DistanceBins {
 public:
  DistanceBins(const Air& air, SampleRate rate);  // one bin that filters nothing if the air does not absorb

  struct Place {
    int bin = 0;       // the nearer of the two
    double share = 0;  // of the farther one, 0 to 1
  };
  Place place(double distance) const;
  Place place(double distance, int hint) const;  // the same, faster if `hint` is near the bin

  int count() const { return static_cast<int>(distances_.size()); }
  double distance(int bin) const { return distances_[static_cast<std::size_t>(bin)]; }  // [m]

 private:
  std::vector<double> distances_;  // [m]
};

}  // namespace resound
