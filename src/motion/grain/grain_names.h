#pragma once

#include <optional>
#include <string_view>

#include "collision_file/listed_collision.h"
#include "motion/grain/grain_sorts.h"

// What lists of collisions call the bodies of a scene: kinds of grains first, then walls, as GrainSorts numbers them.
namespace resound {

ObjectNames grain_names(const Scene& scene, const GrainSorts& sorts);

// A kind k as k, a wall as wall_as_body(w). Grains of several sizes may be called by the object's name alone: then the
// middle size is meant.
std::optional<int> find_grain_body(std::string_view name, const Scene& scene, const GrainSorts& sorts);

}  // namespace resound
