#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "scene/material.h"

namespace resound {

// A material that a scene can name, and where its numbers are from.
struct KnownMaterial {
  Material material;
  std::string source;
};

// Nominal values at room temperature, sorted by name; woods along the grain.
const std::vector<KnownMaterial>& materials();
const Material* find_material(std::string_view name);  // null if there is none

}  // namespace resound
