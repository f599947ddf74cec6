#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "numerics/pi.h"
#include "scene_file/key_tables.h"
#include "scene_file/shared_keys.h"

namespace resound {
namespace {

template <class T>
void add_touch_keys(KeyTable<T>& keys) {
  keys.number("friction", &T::friction)
      .says("Coulomb's friction; of two that touch, the geometric mean counts.")
      .at_least(0)
      .at_most(10);
  keys.number_by(
          "restitution", [](const T& thing) { return thing.restitution; },
          [](T& thing, double value) { thing.restitution = value; })
      .says(
          "Share of the speed that is left after an impact at 1 m/s; slower ones lose less. Of two that touch, the "
          "geometric mean counts.")
      .above(0, "what loses all its speed would stick")
      .at_most(1)
      .otherwise("that of the material");
}

}  // namespace

template <>
KeyTable<Grains> describe_keys<Grains>() {
  KeyTable<Grains> keys("grains", "Grains of one sort: a handful of beads, a bag of sand. Every collision is heard.");
  add_material_keys(keys, &Grains::material);
  keys.integer("count", &Grains::count)
      .says("How many grains there are.")
      .at_least(0)
      .at_most(1'000'000)
      .starts_as("1000");
  keys.choice("shape", &Grains::shape,
              {{"ball", GrainShape::ball},
               {"disc", GrainShape::disc},
               {"die", GrainShape::die},
               {"pebble", GrainShape::pebble}})
      .says("What one grain is. All but balls are rigid clumps of balls and need method = \"soft\".");
  keys.number("radius_m", &Grains::radius)
      .says("Radius of a ball or disc; half the edge of a die; half the size of a pebble.")
      .above(0, "a grain needs a positive radius")
      .at_most(1)
      .starts_as("0.001");
  keys.number("thickness_m", &Grains::thickness)
      .says("How thick a disc is; it may not be thicker than wide.")
      .above(0, "a disc needs a positive thickness")
      .at_most(1);
  keys.number("spread", &Grains::spread)
      .says("How much grains differ in size: radii lie evenly between radius_m (1 - spread) and radius_m (1 + spread).")
      .at_least(0)
      .at_most(0.8);
  add_touch_keys(keys);
  keys.vector("position_m", &Grains::position)
      .says("Middle of the bottom of the upright cylinder that the grains loosely fill before they settle.")
      .at_least(-kFarthest)
      .at_most(kFarthest)
      .starts_as("[0, 0, 0.2]");
  keys.number("fill_radius_m", &Grains::fill_radius)
      .says("Radius of that cylinder.")
      .above(0, "a cylinder needs a positive radius")
      .at_most(100);
  keys.number("settle_s", &Grains::settle)
      .says("How long they sink together, unheard, before the scene begins.")
      .at_least(0)
      .at_most(60);
  keys.choice("method", &Grains::method, {{"hard", GrainMethod::hard}, {"soft", GrainMethod::soft}})
      .says(
          "hard goes from collision to collision; soft takes small steps, and is the better one where grains lie "
          "dense. All grains of a scene are moved by one method.");
  keys.vector("velocity_m_per_s", &Grains::velocity)
      .says("How fast they move when they begin to settle; with settle_s = 0, when the scene begins.")
      .at_least(-1000)
      .at_most(1000);
  keys.number_by(
          "tumble_turns_per_s", [](const Grains& grains) { return grains.tumble / kTurn; },
          [](Grains& grains, double turns) { grains.tumble = turns * kTurn; })
      .says("How fast they turn then, each about an axis of its own.")
      .at_least(0)
      .at_most(1000);
  keys.choice("collisions", &Grains::collisions,
              {{"exact", CollisionSourceKind::exact},
               {"resampled", CollisionSourceKind::resampled},
               {"databank", CollisionSourceKind::databank}})
      .says(
          "exact: each collision as it was found. resampled: others, made by chance with the statistics of those in "
          "the "
          "same window and cell. databank: made by chance from how dense the grains lie and how they move. All grains "
          "of "
          "a scene share one.");
  keys.number("window_s", &Grains::window)
      .says("Length of the windows of time that statistics are taken of.")
      .at_least(0.001)
      .at_most(1);
  keys.number("cell_m", &Grains::cell)
      .says("Edge of the cells of space that statistics are taken of.")
      .above(0, "a cell needs a positive size")
      .at_most(10);
  keys.integer("chance", &Grains::chance)
      .says("Other numbers draw other collisions by chance from the same motion.")
      .at_least(0)
      .at_most(1'000'000);
  keys.rule([](const Grains& grains, TableReading& table) {
    table.check(grains.shape == GrainShape::ball || grains.method == GrainMethod::soft, {"shape", "method"},
                "only balls fly from collision to collision: add method = \"soft\"");
    table.check(grains.shape != GrainShape::disc || grains.thickness <= 2 * grains.radius, {"thickness_m", "radius_m"},
                fmt::format("a disc may not be thicker than it is wide, {} m", 2 * grains.radius));
  });
  return keys;
}

template <>
KeyTable<Unheard> describe_keys<Unheard>() {
  KeyTable<Unheard> keys("unheard", "Collisions of grains that are left out because nobody would hear them.");
  keys.number_by(
          "energy_db",
          [](const Unheard& unheard) {
            return unheard.energy > 0 ? std::optional(10 * std::log10(unheard.energy)) : std::nullopt;
          },
          [](Unheard& unheard, double level) { unheard.energy = std::pow(10, level / 10); })
      .says(
          "The weakest are left out as long as all that is missing stays this far below all that was there; -30 is a "
          "thousandth of the energy. Clicks of grains and the blows on each object are told apart.")
      .at_least(-120)
      .at_most(-10)
      .otherwise("none are left out");
  keys.number("slower_m_per_s", &Unheard::slower)
      .says("Those slower than this are left out.")
      .at_least(0)
      .at_most(1000);
  return keys;
}

template <>
KeyTable<Fixture> describe_keys<Fixture>() {
  KeyTable<Fixture> keys(
      "fixture",
      "Something rigid that grains and liquids meet and that does not sound itself: a funnel, a gate, a tray.");
  keys.sounds_with({"grains"});
  keys.choice("shape", &Fixture::shape,
              {{"disc", FixtureShape::disc},
               {"tube", FixtureShape::tube},
               {"cup", FixtureShape::cup},
               {"funnel", FixtureShape::funnel},
               {"box", FixtureShape::box},
               {"bottle", FixtureShape::bottle}})
      .says(
          "A thin wall turned about the vertical: a flat disc, an open tube, a cup with a base, a funnel with a spout, "
          "a "
          "bottle with a neck; or a box without a lid.")
      .starts_as("\"funnel\"");
  keys.number("radius_m", &Fixture::radius)
      .says("Its radius; of a funnel, at the rim.")
      .above(0, "a fixture needs a positive size")
      .at_most(100);
  keys.number("outlet_radius_m", &Fixture::outlet_radius)
      .says("Radius of a funnel where the grains leave it; of a bottle's neck.")
      .above(0, "a fixture needs a positive size")
      .at_most(100);
  keys.number("height_m", &Fixture::height)
      .says("Its height; of a funnel, from the spout to the rim; of a bottle, without its neck.")
      .above(0, "a fixture needs a positive size")
      .at_most(100);
  keys.number("spout_m", &Fixture::spout)
      .says("Length of a funnel's straight spout, or of a bottle's neck.")
      .at_least(0)
      .at_most(100);
  keys.number("length_m", &Fixture::length)
      .says("How long a box is, along its own x axis.")
      .above(0, "a fixture needs a positive size")
      .at_most(100);
  keys.number("width_m", &Fixture::width)
      .says("How wide a box is, along its own y axis.")
      .above(0, "a fixture needs a positive size")
      .at_most(100);
  add_material_keys(keys, &Fixture::material);
  add_touch_keys(keys);
  add_path_keys(keys, &Fixture::path, "fixture", "[0, 0, 0.2]");
  keys.number_by(
          "tilt_degrees", [](const Fixture& fixture) { return tilt_degrees(fixture.rotation); },
          [](Fixture& fixture, double angle) { fixture.rotation = heading_and_tilt(0, angle); })
      .says("Turned by this much about its own y axis.")
      .at_least(-180)
      .at_most(180);
  add_spin_keys(keys);
  keys.number_by(
          "opens_s",
          [](const Fixture& fixture) {
            return fixture.opens < std::numeric_limits<double>::infinity() ? std::optional(fixture.opens)
                                                                           : std::nullopt;
          },
          [](Fixture& fixture, double time) { fixture.opens = time; })
      .says("A gate: from this time on it is gone.")
      .at_least(0)
      .at_most(1e6)
      .otherwise("it stays");
  keys.rule([](const Fixture& fixture, TableReading& table) {
    const bool narrows = fixture.shape == FixtureShape::funnel || fixture.shape == FixtureShape::bottle;
    table.check(!narrows || fixture.outlet_radius < fixture.radius, {"outlet_radius_m", "radius_m"},
                fmt::format("a funnel or bottle narrows: it must be below radius_m, {}", fixture.radius));
  });
  return keys;
}

template <>
KeyTable<CollisionList> describe_keys<CollisionList>() {
  KeyTable<CollisionList> keys("collisions",
                               "Collisions of grains that are known already, one a row of a file. [[grains]] then only "
                               "say what they are made of.");
  keys.sounds_with({"grains"});
  add_file_key(keys,
               "A list of collisions, .csv or .collisions as resound collisions SCENE writes them, or a dump of "
               "contacts from LAMMPS.");
  keys.number("offset_s", &CollisionList::offset).says("Added to the times in the file.").at_least(-1e6).at_most(1e6);
  return keys;
}

}  // namespace resound
