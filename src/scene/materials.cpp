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
     "PMMA, representative of 2.2 to 3.8 GPa: [Ashby 2011, appendix A]; loss of Plexiglas, upper end of 0.02 to 0.04: "
     "[Cremer et al. 2005, table of loss factors]"},
    {"aluminium",    70e9,     2700, 0.33,  2e-4,   0.7,  Finish::aluminium, {0.91, 0.92, 0.92},
     "nominal for wrought alloys, 69 to 71 GPa: ASM Handbook vol. 2, 1990; loss chosen: up to 1e-4 for the metal in "
     "[Cremer et al. 2005, table of loss factors], more for sheets and castings"},
    {"bamboo",       17e9,     700,  0.3,   0.012,  0.6,  Finish::wood, {0.74, 0.58, 0.30},
     "along the fibres, representative of 15 to 20 GPa and 600 to 800 kg/m^3: [Ashby 2011, appendix A]; loss chosen "
     "within 0.008 to 0.02 of [Wegst 2006, charts]"},
    {"bone",         18e9,     1900, 0.3,   0.02,   0.6,  Finish::ceramic, {0.88, 0.83, 0.70},
     "cortical, along the bone, representative of 17 to 20 GPa and 1800 to 2000 kg/m^3: [Cowin 2001]; loss of wet "
     "bone, within 0.01 to 0.04 at audible frequencies: [Lakes et al. 1979]"},
    {"brass",        100.6e9,  8500, 0.35,  5e-4,   0.75, Finish::steel, {0.89, 0.69, 0.31},
     "70 Cu 30 Zn: Kaye & Laby, Tables of Physical and Chemical Constants, 16th ed. 1995, section 2.2.2; loss chosen "
     "below the 1e-3 of [Cremer et al. 2005, table of loss factors]"},
    {"bronze",       100e9,    8700, 0.34,  2.5e-4, 0.8,  Finish::steel, {0.72, 0.48, 0.25},
     "bell bronze, 80 Cu 20 Sn, representative of 95 to 105 GPa: [Fletcher & Rossing 1998, ch. 21]; loss chosen within "
     "1e-4 to 1e-3 of cast bells"},
    {"cast iron",    152.3e9,  7200, 0.27,  1.5e-3, 0.6,  Finish::steel, {0.30, 0.30, 0.31},
     "grey; Kaye & Laby 1995, section 2.2.2, at the upper end of 100 to 150 GPa; density representative of 6900 to "
     "7350 kg/m^3; loss chosen within 1e-3 to 1e-2: graphite decides"},
    {"ceramic",      60e9,     2400, 0.22,  1.5e-3, 0.75, Finish::ceramic, {0.86, 0.80, 0.72},
     "glazed stoneware, chosen between earthenware (about 30 GPa) and porcelain (about 70 GPa): [Kingery et al. 1976]; "
     "loss chosen between glass and concrete"},
    {"concrete",     30e9,     2400, 0.2,   6e-3,   0.5,  Finish::plaster, {0.55, 0.54, 0.52},
     "dense, representative of 25 to 38 GPa: [Ashby 2011, appendix A]; loss, middle of 0.004 to 0.008: [Cremer et al. "
     "2005, table of loss factors]"},
    {"copper",       129.8e9,  8930, 0.343, 2e-3,   0.65, Finish::steel, {0.93, 0.49, 0.35},
     "Kaye & Laby 1995, section 2.2.2; loss: [Cremer et al. 2005, table of loss factors]"},
    {"crystal",      60e9,     2950, 0.22,  6e-4,   0.9,  Finish::glass, {0.98, 0.98, 0.99},
     "lead glass with 24 % PbO, representative of 57 to 63 GPa and 2900 to 3000 kg/m^3: [Bansal & Doremus 1986]; loss "
     "as of the better glasses, 0.0006 to 0.002: [Cremer et al. 2005, table of loss factors]"},
    {"glass",        71.3e9,   2500, 0.22,  1e-3,   0.9,  Finish::glass, {0.93, 0.97, 0.95},
     "crown glass: Kaye & Laby 1995, section 2.2.2; density of soda-lime glass, 2450 to 2550 kg/m^3; loss "
     "representative of 0.0006 to 0.002: [Cremer et al. 2005, table of loss factors]"},
    {"ice",          9.3e9,    917,  0.33,  5e-3,   0.5,  Finish::glass, {0.88, 0.95, 0.99},
     "many crystals without texture, at -16 C: [Schulson & Duval 2009, ch. 4]; loss chosen for cold ice, which loses "
     "ten times more near melting"},
    {"oak",          12.3e9,   750,  0.37,  8e-3,   0.6,  Finish::wood, {0.45, 0.27, 0.12},
     "white oak along the grain at 12 % moisture: Wood Handbook, USDA FPL-GTR-190, 2010, tables 5-2 and 5-3a; density "
     "representative of 680 to 770 kg/m^3; loss within 0.007 to 0.01: [Cremer et al. 2005, table of loss factors]"},
    {"polyethylene", 1e9,      950,  0.42,  0.08,   0.6,  Finish::ceramic, {0.90, 0.91, 0.92},
     "high density, chosen for audible frequencies: stiffer than the slow 0.6 to 0.9 GPa of [Ashby 2011, appendix A]; "
     "loss chosen within 0.05 to 0.1"},
    {"porcelain",    70e9,     2400, 0.22,  8e-4,   0.8,  Finish::ceramic, {0.95, 0.95, 0.93},
     "hard, representative of 60 to 75 GPa: [Kingery et al. 1976]; loss chosen as of a good glass"},
    {"PVC",          3e9,      1400, 0.38,  0.03,   0.6,  Finish::ceramic, {0.62, 0.64, 0.66},
     "rigid, representative of 2.1 to 4.1 GPa: [Ashby 2011, appendix A]; loss chosen within 0.02 to 0.05"},
    {"rosewood",     12.3e9,   840,  0.37,  6e-3,   0.6,  Finish::wood, {0.22, 0.07, 0.04},
     "Indian rosewood along the grain at 12 % moisture: Wood Handbook, USDA FPL-GTR-190, 2010, table 5-5a; Poisson "
     "ratio as oak; loss chosen within 0.004 to 0.008 of [Wegst 2006, charts]"},
    {"rubber",       5e6,      1100, 0.49,  0.15,   0.7,  Finish::rubber, {0.05, 0.05, 0.05},
     "filled natural rubber of about 60 Shore A, representative of 3.5 to 6 MPa: [Gent 2012]; loss chosen within 0.1 "
     "to 0.3"},
    {"spruce",       10.8e9,   450,  0.372, 7e-3,   0.6,  Finish::wood, {0.80, 0.62, 0.38},
     "Sitka spruce along the grain at 12 % moisture: Wood Handbook, USDA FPL-GTR-190, 2010, tables 5-2 and 5-3a; "
     "density representative of 400 to 460 kg/m^3; loss within 0.006 to 0.01 of [Wegst 2006, charts]"},
    {"steel",        211.9e9,  7850, 0.291, 2e-4,   0.9,  Finish::steel, {0.56, 0.57, 0.58},
     "mild steel: Kaye & Laby 1995, section 2.2.2; loss within 2e-5 to 3e-4: [Cremer et al. 2005, table of loss "
     "factors]"},
    {"stone",        50e9,     2650, 0.25,  3e-3,   0.6,  Finish::plaster, {0.42, 0.40, 0.39},
     "granite, representative of 40 to 70 GPa: [Jaeger et al. 2007]; loss chosen between glass and concrete"},
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

const Material* find_material(std::span<const Material> own, std::string_view name) {
  const auto found = std::ranges::find(own, name, &Material::name);
  return found == own.end() ? find_material(name) : &*found;
}

std::vector<std::string> material_names(std::span<const Material> own) {
  std::vector<std::string> names;
  for (const Material& material : own) names.push_back(material.name);
  for (const KnownMaterial& known : materials()) names.push_back(known.material.name);
  return names;
}

}  // namespace resound
