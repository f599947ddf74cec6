#pragma once
#include "rod/rod_lanes.h"

namespace resound {

// One step of leapfrog: forces and torques at the positions, then velocities and spins, positions, directors. Adds what
// hooks have pushed and clears it, if `is_pushed`.
void step_rod(RodLanes& lanes, bool is_pushed);

}  // namespace resound
