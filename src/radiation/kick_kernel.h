#pragma once
#include <cstddef>
#include <span>

#include "radiation/kick_filters.h"
#include "radiation/kick_shape.h"

// The two inner loops of rendering kicks.
namespace resound {

// One kick at one ear: weights near * Q and far * y Q.
struct KickDot {
  double at = 0;   // [rows]  counted like samples, from the beginning of time
  float near = 0;  // [Pa s]
  float far = 0;   // [Pa s]  r/c * band times near, if the ear is at rest
  int shape = 0;
};

// Rows of a ring: row m lies at (m & mask) * kTerms.
struct KickRing {
  float* rows = nullptr;
  std::size_t mask = 0;
};
void spread_kicks(const KickFilters& filters, std::span<const KickDot> dots, const KickShape* shapes,
                  const KickRing& ring);

// pressure[i] += what the grid gives for sample i. `rows` hold everything from kReach before the first sample to kReach
// behind the last. Each sample is summed in one order, so that the result does not depend on how time is cut.
void add_kick_pressure(const KickFilters& filters, const float* rows, std::span<double> pressure);

}  // namespace resound
