#include "scene/materials.h"

#include <algorithm>

namespace resound {
namespace {

struct Row {
  const char* name;
  double young_modulus;  // [Pa]
  double density;        // [kg/m^3]
  double poisson_ratio;  // [1]
  double loss_factor;    // [1]  at audible frequencies
  double restitution;    // [1]  against its like at about 1 m/s
  Finish finish;
  Colour tint;  // chosen to look right
  const char* source;
};

// No body hangs in empty space: what air and thread take is a rate of its own. It ends what the best metals would carry
// on for a minute, and matters to nothing else.
constexpr double kSupportRate = 0.5;  // [1/s]

// clang-format off
constexpr Row kRows[] = {
    {"acrylic",      3.2e9,    1190, 0.37,  0.04,   0.7,  Finish::glass, {0.96, 0.97, 0.98},
     "PMMA, 2.2 to 3.8 GPa: [Ashby 2011, appendix A]; loss of Plexiglas: [Cremer et al. 2005]"},
    {"aluminium",    70e9,     2700, 0.33,  2e-4,   0.7,  Finish::aluminium, {0.91, 0.92, 0.92},
     "nominal for wrought alloys, 69 to 71 GPa: ASM Handbook vol. 2, 1990; loss: [Cremer et al. 2005]"},
    {"bamboo",       17e9,     700,  0.3,   0.012,  0.6,  Finish::wood, {0.74, 0.58, 0.30},
     "along the fibres, 15 to 20 GPa: [Ashby 2011, appendix A]; loss: [Wegst 2006]"},
    {"bone",         18e9,     1900, 0.3,   0.02,   0.6,  Finish::ceramic, {0.88, 0.83, 0.70},
     "cortical, along the bone: [Cowin 2001]; loss: [Lakes et al. 1979]"},
    {"brass",        100.6e9,  8500, 0.35,  5e-4,   0.75, Finish::steel, {0.89, 0.69, 0.31},
     "70 Cu 30 Zn: Kaye & Laby, Tables of Physical and Chemical Constants, 16th ed. 1995, section 2.2.2; loss: "
     "[Cremer et al. 2005]"},
    {"bronze",       100e9,    8700, 0.34,  2.5e-4, 0.8,  Finish::steel, {0.72, 0.48, 0.25},
     "bell bronze, 80 Cu 20 Sn: [Fletcher & Rossing 1998, ch. 21]"},
    {"cast iron",    152.3e9,  7200, 0.27,  1.5e-3, 0.6,  Finish::steel, {0.30, 0.30, 0.31},
     "Kaye & Laby 1995, section 2.2.2; loss: [Cremer et al. 2005]"},
    {"ceramic",      60e9,     2400, 0.22,  1.5e-3, 0.75, Finish::ceramic, {0.86, 0.80, 0.72},
     "glazed stoneware, between earthenware and porcelain: [Kingery et al. 1976]; loss chosen between glass and "
     "concrete"},
    {"concrete",     30e9,     2400, 0.2,   6e-3,   0.5,  Finish::plaster, {0.55, 0.54, 0.52},
     "25 to 38 GPa: [Ashby 2011, appendix A]; loss: [Cremer et al. 2005]"},
    {"copper",       129.8e9,  8930, 0.343, 2e-3,   0.65, Finish::steel, {0.93, 0.49, 0.35},
     "Kaye & Laby 1995, section 2.2.2; loss: [Cremer et al. 2005]"},
    {"crystal",      60e9,     2950, 0.22,  6e-4,   0.9,  Finish::glass, {0.98, 0.98, 0.99},
     "lead glass with 24 % PbO: [Bansal & Doremus 1986]; loss as of the better glasses: [Cremer et al. 2005]"},
    {"glass",        71.3e9,   2500, 0.22,  1e-3,   0.9,  Finish::glass, {0.93, 0.97, 0.95},
     "crown glass: Kaye & Laby 1995, section 2.2.2; density of soda-lime glass; loss: [Cremer et al. 2005]"},
    {"ice",          9.3e9,    917,  0.33,  5e-3,   0.5,  Finish::glass, {0.88, 0.95, 0.99},
     "many crystals, at -16 C: [Schulson & Duval 2009, ch. 4]; loss chosen for cold ice"},
    {"oak",          12.3e9,   750,  0.37,  8e-3,   0.6,  Finish::wood, {0.45, 0.27, 0.12},
     "white oak along the grain at 12 % moisture: Wood Handbook, USDA FPL-GTR-190, 2010, chapter 5; loss: [Cremer "
     "et al. 2005]"},
    {"polyethylene", 1e9,      950,  0.42,  0.08,   0.6,  Finish::ceramic, {0.90, 0.91, 0.92},
     "high density, vibrating: somewhat stiffer than the slow 0.6 to 0.9 GPa of [Ashby 2011, appendix A]"},
    {"porcelain",    70e9,     2400, 0.22,  8e-4,   0.8,  Finish::ceramic, {0.95, 0.95, 0.93},
     "hard porcelain: [Kingery et al. 1976]; loss as of a good glass"},
    {"PVC",          3e9,      1400, 0.38,  0.03,   0.6,  Finish::ceramic, {0.62, 0.64, 0.66},
     "rigid, 2.1 to 4.1 GPa: [Ashby 2011, appendix A]"},
    {"rosewood",     12.3e9,   840,  0.37,  6e-3,   0.6,  Finish::wood, {0.22, 0.07, 0.04},
     "Indian rosewood along the grain at 12 % moisture: Wood Handbook, USDA FPL-GTR-190, 2010, chapter 5; Poisson "
     "ratio as oak; loss: [Wegst 2006]"},
    {"rubber",       5e6,      1100, 0.49,  0.15,   0.7,  Finish::rubber, {0.05, 0.05, 0.05},
     "filled natural rubber, about 60 Shore A: [Gent 2012]"},
    {"spruce",       10.8e9,   450,  0.372, 7e-3,   0.6,  Finish::wood, {0.80, 0.62, 0.38},
     "Sitka spruce along the grain at 12 % moisture: Wood Handbook, USDA FPL-GTR-190, 2010, chapter 5; loss: "
     "[Wegst 2006]"},
    {"steel",        211.9e9,  7850, 0.291, 2e-4,   0.9,  Finish::steel, {0.56, 0.57, 0.58},
     "mild steel: Kaye & Laby 1995, section 2.2.2; loss: [Cremer et al. 2005]"},
    {"stone",        50e9,     2650, 0.25,  3e-3,   0.6,  Finish::plaster, {0.42, 0.40, 0.39},
     "granite: [Jaeger et al. 2007]; loss chosen between glass and concrete"},
};
// clang-format on

}  // namespace

const std::vector<KnownMaterial>& materials() {
  static const std::vector<KnownMaterial> table = [] {
    std::vector<KnownMaterial> all;
    for (const Row& row : kRows) {
      const Damping damping{.mass_rate = kSupportRate, .loss_factor = row.loss_factor};
      Material material{row.name, row.young_modulus, row.density, row.poisson_ratio, {row.finish, row.tint},
                        damping,  row.restitution};
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
