#pragma once
#include <algorithm>

namespace resound {

// How full the space about a particle is, liquid and walls together: S = sum V W, 1 deep within, and how fast that
// changes, |grad S| h: nothing deep within, 0.57 at a flat surface.
struct LiquidSurroundings {
  double fullness = 0;      // [1]  S
  double onesidedness = 0;  // [1]  |grad S| h
};

// Density follows from how particles approach each other, summed up over time. Where liquid flies apart and comes
// together again this sum strays from what is there: a drop arrives at a pool with the density of water although it has
// no neighbours, and would be pushed off as soon as it comes within reach, so that what lands as spray would stay a
// froth; a jet that has been drawn out would not press at all until it is squeezed. So density is kept near how full
// the space around a particle is. At a flat surface, where a part of the kernel is empty by right, that is made good by
// how one-sided the space is. Calm liquid hardly feels it.
inline double bounded_excess(double excess, const LiquidSurroundings& around) {
  constexpr double kSurface = 0.33;                    // [1]  makes a flat surface as full as the deep
  constexpr double kEmptiest = 0.98, kFullest = 1.05;  // [1]  that liquid of density rho0 looks: disorder
  constexpr double kMost = 0.2;                        // [1]  it is given no more pressure than that by a bound
  const double full = around.fullness + kSurface * around.onesidedness;
  return std::clamp(excess, std::min(kMost, full / kFullest - 1), full / kEmptiest - 1);
}

}  // namespace resound
