#pragma once
#include "grain/grain_solver.h"

namespace resound {

// Throws InputError with the first thing in a system that no solver could make sense of.
void check(const GrainSystem& system);

void check_all_balls(const GrainSystem& system);  // for solvers that know no clumps

}  // namespace resound
