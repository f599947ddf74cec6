#pragma once

#include <string>

#include "collision_file/collision_survey.h"

namespace resound {

// A list of collisions at a glance, as the bytes of a PNG: rate over time, speeds, directions, and where on the object
// that is struck most.
std::string plot_collisions(const std::string& title, const CollisionSurvey& survey);

}  // namespace resound
