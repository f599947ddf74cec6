#pragma once
#include <string_view>

#include "scene/scene.h"

namespace resound {

// What a scene is mainly about, by its most particular object: a pour into a cup is about grains, not about the cup.
enum class Family { solids, struck_objects, grains, rods, liquids, rain, test_sources };

Family family_of(const Scene& scene);
std::string_view heading(Family family);  // "Grains"

}  // namespace resound
