#pragma once
#include <span>
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

// The same where a scene has materials of its own (Scene::materials).
const Material* find_material(std::span<const Material> own, std::string_view name);
std::vector<std::string> material_names(std::span<const Material> own);  // its own first

// "Cast_Iron", "cast-iron" and "cast iron" are the same word.
bool is_same_name(std::string_view a, std::string_view b);

// A material in a line, as a command line takes it: a name, values, or a name and what differs from it:
//   "ceramic"    "E=45e9,nu=0.2,density=2300"    "steel,loss=0.002"
// Values are E [Pa], nu [1], density [kg/m^3]; loss [1], alpha1 [s], alpha2 [1/s] (damping), restitution [1].
// Throws InputError with fact and remedy. One that is given values is called kOwnName.
inline constexpr const char* kOwnName = "custom";
Material parse_material(std::string_view text);

// docs/materials.md, made from the table.
std::string materials_page();

}  // namespace resound
