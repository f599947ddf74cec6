#include "scene_file/key_tables.h"
#include "scene_file/shared_keys.h"

namespace resound {

template <>
KeyTable<Sand> describe_keys<Sand>() {
  KeyTable<Sand> keys(
      "sand", "Sand that another program has moved, as frames of particles. Its collisions are made by chance.");
  add_file_key(keys,
               "One of its frames: CSV, VTK (legacy or XML), NPY or NPZ. All files beside it that differ from it by a "
               "number are the others.");
  keys.frame_rate("frames_per_second", &Sand::frame_rate)
      .says("How many frames a second has.")
      .at_least(1)
      .at_most(10'000);
  keys.number("unit_m", &Sand::unit)
      .says("How long one is in the files.")
      .above(0, "a unit needs a length")
      .at_most(1000);
  keys.number("begins_s", &Sand::begin).says("When the first frame is.").at_least(-1e6).at_most(1e6);
  keys.number("particle_radius_m", &Sand::particle_radius)
      .says("Radius of a particle, where the files do not say.")
      .above(0, "a particle needs a positive radius")
      .at_most(10);
  keys.number_by(
          "grains_per_particle", [](const Sand& sand) { return sand.per_particle; },
          [](Sand& sand, double grains) { sand.per_particle = grains; })
      .says("How many grains a particle stands for.")
      .at_least(1)
      .at_most(1e12)
      .otherwise("as many as have its volume");
  add_material_keys(keys, &Sand::material);
  keys.number("radius_m", &Sand::radius)
      .says("Radius of a grain.")
      .above(0, "a grain needs a positive radius")
      .at_most(1);
  keys.number("friction", &Sand::friction).says("Coulomb's friction of grains.").at_least(0).at_most(10);
  keys.number_by(
          "restitution", [](const Sand& sand) { return sand.restitution; },
          [](Sand& sand, double value) { sand.restitution = value; })
      .says("Share of the speed that is left after an impact at 1 m/s.")
      .above(0, "what loses all its speed would stick")
      .at_most(1)
      .otherwise("that of the material");
  keys.number("cell_m", &Sand::cell)
      .says("Edge of the cells of space that statistics are taken of; three particles wide at the least.")
      .above(0, "a cell needs a positive size")
      .at_most(10);
  keys.number("most_collisions_per_s", &Sand::most_per_second)
      .says("Collisions between grains that are made in a second; where there are more, bundles of the same energy.")
      .at_least(1000)
      .at_most(1e8);
  return keys;
}

}  // namespace resound
