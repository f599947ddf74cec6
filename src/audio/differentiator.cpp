#include "audio/differentiator.h"

#include "audio/kaiser_window.h"

namespace resound {

std::vector<double> differentiator(SampleRate rate) {
  constexpr int reach = kDifferentiatorReach;
  std::vector<double> taps(kDifferentiatorTaps);
  for (int k = 1; k <= reach; ++k) {
    const double ideal = (k % 2 == 0 ? 1.0 : -1.0) / k;  // derivative of sinc at -k: minus that at k
    const double tap = rate.hz * ideal * kaiser_window(static_cast<double>(k) / (reach + 1), 8.0);
    taps[static_cast<std::size_t>(reach + k)] = -tap;
    taps[static_cast<std::size_t>(reach - k)] = tap;
  }
  return taps;
}

}  // namespace resound
