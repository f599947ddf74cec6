#pragma once
#include <array>
#include <cstddef>

#include "audio/pair_filter.h"

namespace resound {

// Constants of one step of a solid with mass damping alpha, which acts on the mean of old and new velocity:
//   v+ = keep v- + gain f / m,  keep = (2 - alpha dt) / (2 + alpha dt),  gain = 2 dt / (2 + alpha dt)
struct StepNumbers {
  double step = 0;               // [s]
  double keep = 1;               // [1]
  std::array<double, 4> fall{};  // [m/s^2]  of gravity: x, y, z, 0
};

// Nodes on their way, kNodeStride numbers a node.
struct MovingNodes {
  double* force = nullptr;       // [N]    their weight is added
  double* velocity = nullptr;    // [m/s]  replaced
  const double* from = nullptr;  // [m]
  double* to = nullptr;          // [m]
  // [m/s]  where the new velocities are written down as well, from that of the first node on: three floats a node,
  // behind each other. Nowhere, if nobody asks.
  float* recorded = nullptr;
  // [m/s]  If so, these are filtered together with the velocities of the step before, kNodeStride numbers a node.
  float* kept = nullptr;
  PairFilter pair{};
};

// Moves nodes on: force, then velocity, then position. `gain` [s/kg] is zero for nodes that are held. Raises `fastest`
// (four squares of speed, along x, y, z) to what has been seen.
void step_nodes(std::size_t first, std::size_t end, const StepNumbers& numbers, const double* gain, const double* mass,
                const MovingNodes& nodes, double* fastest);

}  // namespace resound
