#include "audio/differentiator.h"

#include "audio/kaiser_window.h"

namespace resound {
namespace {

constexpr double kBeta = 13;  // the least for which the gain is right to 3e-5 below 19 kHz

}  // namespace

std::vector<double> differentiator(SampleRate rate) {
  constexpr int reach = kDifferentiatorReach;
  const double step = kaiser_window(1, kBeta);  // at the ends: it would cost 1e-4 of the slope at low notes
  std::vector<double> taps(kDifferentiatorTaps);
  for (int k = 1; k <= reach; ++k) {
    const double ideal = (k % 2 == 0 ? 1.0 : -1.0) / k;  // derivative of sinc at -k: minus that at k
    const double tap = rate.hz * ideal * (kaiser_window(k / (reach + 1.0), kBeta) - step) / (1 - step);
    taps[static_cast<std::size_t>(reach + k)] = -tap;
    taps[static_cast<std::size_t>(reach - k)] = tap;
  }
  return taps;
}

}  // namespace resound
