#pragma once

#include <span>

#include "grain/collision.h"
#include "motion/grain/grain_sorts.h"
#include "motion/motion_events.h"

namespace resound {

// Tells walls that ring of the grains that met them: a contact each, with Hertz's duration.
void strike_walls(std::span<const Collision> collisions, std::span<const int> kind_of, const GrainSorts& sorts,
                  std::vector<Contact>& contacts);

}  // namespace resound
