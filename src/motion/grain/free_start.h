#pragma once
#include "grain/grain_solver.h"
#include "motion/grain/grain_sorts.h"

namespace resound {

// Throws InputError if grains begin within a wall: no solver could say which side of it they belong to.
void require_free_start(const GrainSystem& system, const GrainSorts& sorts, const Scene& scene);

}  // namespace resound
