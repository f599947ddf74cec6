#pragma once
#include <vector>

#include "base/clock.h"
#include "numerics/path.h"

namespace resound {

// The instants of a block [samples from its first] between which a path is a cubic: its ends and the waypoints inside.
// Where the path starts or stops, the velocity jumps: two instants stand there, just before and after.
std::vector<double> path_knots(const Path& path, const TimeBlock& block);

}  // namespace resound
