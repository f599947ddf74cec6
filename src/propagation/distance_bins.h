#pragma once
#include <span>
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
  // The same, fast if `hint` is near the bin.
  Place place(double r, int hint) const {
    if (distances_.size() == 1) return {};
    auto bin = static_cast<std::size_t>(hint);
    while (bin > 0 && r < distances_[bin]) --bin;
    while (bin + 2 < distances_.size() && r >= distances_[bin + 1]) ++bin;
    return {static_cast<int>(bin), (r - distances_[bin]) * inverse_steps_[bin]};
  }

  // The share of one bin in each of several distances: a hat that is one at the bin's own.
  void fill_shares(int bin, std::span<const double> distances, std::span<double> shares) const;

  int count() const { return static_cast<int>(distances_.size()); }
  double distance(int bin) const { return distances_[static_cast<std::size_t>(bin)]; }  // [m]

 private:
  std::vector<double> distances_;      // [m]
  std::vector<double> inverse_steps_;  // [1/m]
};

}  // namespace resound
