#pragma once
#include "rod/rod_lanes.h"

namespace resound {

// One step of leapfrog: forces and torques at the positions, then velocities and spins, positions, directors. Adds what
// hooks have pushed and clears it, if `is_pushed`.
void step_rod(RodLanes& lanes, bool is_pushed);

// (v+ - v-) / dt of the last step and each vertex, without the difference; 0 where held. Rows of x, y and z, each on to
// the next whole block.
void note_accelerations(const RodLanes& lanes, double* to);  // [m/s^2]

}  // namespace resound
