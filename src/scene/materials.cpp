#include "scene/materials.h"

#include <algorithm>

namespace resound {
namespace {

struct Row {
  const char* name;
  double young_modulus;  // [Pa]
  double density;        // [kg/m^3]
  double poisson_ratio;  // [1]
  Finish finish;
  Colour tint;  // chosen to look right
  const char* source;
};

constexpr Row kRows[] = {
    {"aluminium",
     70e9,
     2700,
     0.33,
     Finish::aluminium,
     {0.91, 0.92, 0.92},
     "nominal for wrought alloys, 69 to 71 GPa: ASM Handbook vol. 2, 1990"},
    {"brass",
     100.6e9,
     8500,
     0.35,
     Finish::steel,
     {0.89, 0.69, 0.31},
     "70 Cu 30 Zn: Kaye & Laby, Tables of Physical and Chemical Constants, 16th ed. 1995, section 2.2.2"},
    {"copper", 129.8e9, 8930, 0.343, Finish::steel, {0.93, 0.49, 0.35}, "Kaye & Laby 1995, section 2.2.2"},
    {"glass",
     71.3e9,
     2500,
     0.22,
     Finish::glass,
     {0.93, 0.97, 0.95},
     "crown glass: Kaye & Laby 1995, section 2.2.2; density of soda-lime glass"},
    {"oak",
     12.3e9,
     750,
     0.37,
     Finish::wood,
     {0.45, 0.27, 0.12},
     "white oak along the grain at 12 % moisture: Wood Handbook, USDA FPL-GTR-190, 2010, chapter 5"},
    {"rosewood",
     12.3e9,
     840,
     0.37,
     Finish::wood,
     {0.22, 0.07, 0.04},
     "Indian rosewood along the grain at 12 % moisture: Wood Handbook, USDA FPL-GTR-190, 2010, chapter 5; Poisson "
     "ratio as oak"},
    {"steel", 211.9e9, 7850, 0.291, Finish::steel, {0.56, 0.57, 0.58}, "mild steel: Kaye & Laby 1995, section 2.2.2"},
};

}  // namespace

const std::vector<KnownMaterial>& materials() {
  static const std::vector<KnownMaterial> table = [] {
    std::vector<KnownMaterial> all;
    for (const Row& row : kRows) {
      Material material{row.name, row.young_modulus, row.density, row.poisson_ratio, {row.finish, row.tint}};
      all.push_back({std::move(material), row.source});
    }
    return all;
  }();
  return table;
}

const Material* find_material(std::string_view name) {
  const auto found =
      std::ranges::find_if(materials(), [&](const KnownMaterial& known) { return known.material.name == name; });
  return found == materials().end() ? nullptr : &found->material;
}

}  // namespace resound
