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
  double rate = 0;        // [1/s]  of its collisions; two grains have each of them
  double square = 0;      // [m^2/s^2]  mean of the squares of their speeds
};

// Of each grain of a frame whose particles are grains themselves. Beside a wall, in a heap under its weight and at its
// surface no solid fraction tells how many neighbours are about to touch, and no spread of velocities over some
// diameters how fast: grains that lie together move together. But those who come nearer, so fast that they touch within
// a short time, the horizon [s], do collide once in it; where they fly freely until then, that is the rate at which
// contacts are made, whatever the gaps and speeds are spread like. Slow ones count within tiny gaps only, which is
// where grains are that tremble on each other. What a look finds of one grain is spread evenly over those around it and
// itself.
//
// `neighbours` are from all pairs whose gap is below a fifth of a diameter, approaching or not; in a gas there are
// 24 phi g / D of them. They thin out with the gap; gaps are taken to be spread as exp(-gap/length), the length from
// their mean, so that those at touch are not counted by the mean over a fifth.
std::vector<NearGrains> near_pairs(const FlowFrame& frame, double horizon);

// Of one grain of a cell against some others there, wherever they are: lines in any direction, without the gradient of
// the flow. `number` is that of the grain among the cell's members.
MeanApproach approach_in_cell(const FlowFrame& frame, const FlowCells& cells, const CellFlow& cell,
                              std::uint32_t number);

}  // namespace resound
