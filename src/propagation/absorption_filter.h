#pragma once
#include <vector>

#include "base/clock.h"
#include "scene/air.h"

namespace resound {

// Designs the filter that a stretch of air is: exp(-alpha(f) r), without phase. (The real air delays high notes by a
// little less than low ones, under 0.05 % in speed; that is left out.)
class AbsorptionFilter {
 public:
  AbsorptionFilter(const Air& air, SampleRate rate);

  int longest_reach() const { return longest_reach_; }  // [samples] each way
  // Odd and symmetric, for correlate(); cut where what remains is below -100 dB.
  std::vector<double> taps(double distance) const;

 private:
  std::vector<double> loss_;  // [Np/m] at even steps from 0 to half the rate
  int longest_reach_;
};

}  // namespace resound
