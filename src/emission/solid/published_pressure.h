#pragma once
#include <span>

namespace resound {

// The pressure on a facet as published in 2001: rho c v, freed from what does not change.
//
//   y[n] = (1 - alpha) y[n-1] + x[n] - x[n-1]      [O'Brien, Cook & Essl 2001, eq. 9]
//
// alpha was found by trial and error, "yielding good results": a corner at 0.7 kHz that stands in for the time
// derivative which their eq. 10 lacks (docs/solids.md).
inline constexpr double kPublishedBlock = 0.1;  // alpha

// Memory of one facet.
struct DcBlock {
  double speed = 0, pressure = 0;  // [m/s], [Pa]  as it came in last, and what came out
};

// [m/s], [Pa s/m] -> [Pa].  Speeds are outward: of the samples and, in front of them, of the one before.
void fill_published_pressure(std::span<const double> speed, double impedance, DcBlock& memory,
                             std::span<float> pressure);

}  // namespace resound
