#include <fmt/format.h>

#include "scene_file/key_tables.h"
#include "scene_file/shared_keys.h"
#include "scene_file/splash_keys.h"

namespace resound {
namespace {

// What holds the liquid, as somebody else's particles and a list of splashes say it alike.
template <class T>
void add_vessel_keys(KeyTable<T>& keys) {
  const auto vessel = &T::vessel;
  keys.vector("vessel.position_m", in(vessel, &Vessel::position))
      .says("Middle of the base of the vessel that holds the liquid, inside.")
      .at_least(-kFarthest)
      .at_most(kFarthest);
  keys.number("vessel.radius_m", in(vessel, &Vessel::radius))
      .says("Radius of a round vessel, inside; 0: it is not round.")
      .at_least(0)
      .at_most(1000);
  keys.number("vessel.length_x_m", in(vessel, &Vessel::length_x))
      .says("Length of a square vessel along x, inside; 0: it is not square.")
      .at_least(0)
      .at_most(1000);
  keys.number("vessel.length_y_m", in(vessel, &Vessel::length_y)).says("The same along y.").at_least(0).at_most(1000);
  keys.number("vessel.height_m", in(vessel, &Vessel::height))
      .says("From its base to its rim; 0: there is no vessel.")
      .at_least(0)
      .at_most(1000);
  keys.text("vessel.body", in(vessel, &Vessel::body))
      .says("The name of the body that rings when the liquid strikes its wall.")
      .at_most(64)
      .otherwise("none");
  keys.rule([](const T& object, TableReading& table) {
    const Vessel& held = object.vessel;
    table.check(held.height == 0 || held.is_there(), {"vessel.height_m", "vessel.radius_m", "vessel.length_x_m"},
                "a vessel also needs radius_m, or length_x_m and length_y_m");
    table.check(held.radius == 0 || held.length_x == 0, {"vessel.radius_m", "vessel.length_x_m"},
                "a vessel is either round or square: leave radius_m or length_x_m out");
  });
}

}  // namespace

template <>
KeyTable<Particles> describe_keys<Particles>() {
  KeyTable<Particles> keys("particles", "A liquid of particles that another simulator has moved, one file a frame.");
  keys.add(
          "file", ValueKind::file,
          [](Particles& particles, const Node& node, ValueReader& reader) {
            if (auto file = reader.files(node)) {
              particles.name = *node.text();
              particles.file = std::move(*file);
            }
          },
          [](const Particles& particles) {
            return particles.name.empty() ? "" : to_toml(std::string_view(particles.name));
          })
      .says(
          "The files, as CSV, VTK (.vtk, .vtp, .vtu), NPY or NPZ: frame_####.vtp, frame_%04d.csv, frame_*.npy or a "
          "folder.")
      .otherwise("none");
  keys.frame_rate("frames_per_second", &Particles::frame_rate).says("How many files there are a second.");
  keys.choice("unit", &Particles::unit,
              {{"m", ParticleUnit::metre},
               {"cm", ParticleUnit::centimetre},
               {"mm", ParticleUnit::millimetre},
               {"in", ParticleUnit::inch},
               {"ft", ParticleUnit::foot}})
      .says("What a length of one in the files stands for; velocities are in it a second.");
  keys.choice("up", &Particles::up, {{"x", FileUp::x}, {"y", FileUp::y}, {"z", FileUp::z}})
      .says("Which axis of the files points up; y in Houdini, z in Blender.");
  keys.number("offset_s", &Particles::offset).says("Time of the first frame.").at_least(0).at_most(1e6);
  keys.number_by(
          "spacing_m",
          [](const Particles& particles) {
            return particles.spacing > 0 ? std::optional(particles.spacing) : std::nullopt;
          },
          [](Particles& particles, double spacing) { particles.spacing = spacing; })
      .says("Each particle stands for a cube of liquid of this size.")
      .above(0, "a particle needs a positive size")
      .at_most(10)
      .otherwise("measured in the first frame");
  keys.boolean("check_fall", &Particles::checks_fall)
      .says(
          "Whether particles that do not fall with 9.81 m/s^2 are refused: they betray a wrong unit, axis or frame "
          "rate.");
  keys.boolean("shows_events", &Particles::shows_events)
      .says("Marks in the picture what is heard: collisions pink, falling liquid green, resting liquid blue.");
  add_vessel_keys(keys);
  add_splash_keys(keys, &Particles::sound, &Particles::matter);
  return keys;
}

template <>
KeyTable<SplashList> describe_keys<SplashList>() {
  KeyTable<SplashList> keys("splashes", "Splashes of a liquid that are known already, one a row of a file.");
  add_file_key(keys, "A list of impacts, bubbles and levels, .csv as resound splashes SCENE writes it.");
  keys.number("offset_s", &SplashList::offset).says("Added to the times in the file.").at_least(-1e6).at_most(1e6);
  add_vessel_keys(keys);
  add_splash_sound_keys(keys, &SplashList::sound, &SplashList::matter);
  return keys;
}

}  // namespace resound
