#pragma once
#include <cstddef>

namespace resound {

// Constants of one step of a solid with mass damping alpha, which acts on the mean of old and new velocity:
//   v+ = keep v- + gain f / m,  keep = (2 - alpha dt) / (2 + alpha dt),  gain = 2 dt / (2 + alpha dt)
struct StepNumbers {
  double step = 0;  // [s]
  double keep = 1;  // [1]
};

// Moves nodes on: adds `more` to the force and clears it, then velocity, then position. `gain` [s/kg] is zero for nodes
// that are held. Raises `fastest` (four squares of speed, along x, y, z) to what has been seen.
void step_nodes(std::size_t first, std::size_t end, const StepNumbers& numbers, const double* gain, double* force,
                double* more, double* velocity, double* position, double* fastest);

}  // namespace resound
