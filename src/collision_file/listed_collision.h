#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "numerics/vec3.h"

namespace resound {

// One collision of grains as a list holds it. Objects are called by their names in a scene: "beads", "cup", "ground";
// where the grains of one come in several sizes, "beads:2" is its second, from the smallest.
struct ListedCollision {
  double time = 0;                                   // [s]    first contact
  Vec3 place = {};                                   // [m]    where they touch
  Vec3 normal = {};                                  // unit, from first to second
  double speed = 0;                                  // [m/s]  approach along the normal, positive
  std::int32_t first = 0, second = 0;                // which of the object's grains; of anything else 0
  std::int32_t first_object = 0, second_object = 0;  // index into the list's names
};

using ObjectNames = std::vector<std::string>;

}  // namespace resound
