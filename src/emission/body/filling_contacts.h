#pragma once
#include <vector>

#include "body/prepared_body.h"
#include "motion/motion_events.h"

namespace resound {

// Contacts of grains that fill a container up to a level, in its own axes, one for each facet that they cover: a facet
// is covered if it lies below the level and walls stand around it on all sides.
std::vector<WallLoad> contacts_of(const Filling& filling, const PreparedBody& body, const Material& wall);

}  // namespace resound
