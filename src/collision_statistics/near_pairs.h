#pragma once
#include <vector>

#include "collision_statistics/flow_state.h"

namespace resound {

// Of the speed u along the line between two grains [m/s], |u| and |u|^3 in the mean.
struct MeanApproach {
  double speed = 0;  // [m/s]
  double cube = 0;   // [m^3/s^3]
};

// How a grain is about to collide, as its nearest neighbours say.
struct NearGrains {
  double pairs = 0;       // that say so
  double neighbours = 0;  // [1/m]  of a grain, for each length of gap between surfaces that just do not touch
  MeanApproach approach;
};

// Neighbours times half the mean of |u| are the grain's collisions in a second, and the mean of |u|^3 by that of |u| is
// the mean square of their speeds: so it is in a gas, and also where a few fast ones fall among many that lie.
//
// Of each grain of a frame whose particles are grains themselves, from the pairs whose gap is below a fifth of a
// diameter, of it and of those around it. In a gas there are 24 phi g / D neighbours a length of gap. Beside a wall, in
// a heap under its weight and at its surface no solid fraction tells how many neighbours are about to touch, and no
// spread of velocities over some diameters how fast: grains that lie together move together.
//
// Neighbours thin out with the gap, under load within a few hundredths of a diameter. Gaps are taken to be spread as
// exp(-gap/length), the length from their mean, so that those at touch are not counted by the mean over a fifth.
std::vector<NearGrains> near_pairs(const FlowFrame& frame);

// Of one grain of a cell against some others there, wherever they are: lines in any direction, without the gradient of
// the flow. `number` is that of the grain among the cell's members.
MeanApproach approach_in_cell(const FlowFrame& frame, const FlowCells& cells, const CellFlow& cell,
                              std::uint32_t number);

}  // namespace resound
