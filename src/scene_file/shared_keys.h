#pragma once
#include <string>

#include "numerics/path.h"
#include "numerics/pi.h"
#include "numerics/pose.h"
#include "scene/materials.h"
#include "scene/turning.h"
#include "scene_file/key_table.h"

// Keys that several kinds of things have in common.
namespace resound {

constexpr double kFarthest = 100'000;  // [m] from the origin: beyond it the air would have swallowed every sound

double heading_degrees(const Rotation& rotation);  // about z, the first turn
double tilt_degrees(const Rotation& rotation);     // about its own y, the second turn
Rotation heading_and_tilt(double heading_degrees, double tilt_degrees);

// Where a thing is and how it is turned: position_m, heading_degrees, tilt_degrees.
template <class T>
void add_pose_keys(KeyTable<T>& keys, Pose T::*pose, const std::string& what, const std::string& starter_position) {
  keys.vector("position_m", in(pose, &Pose::position))
      .says("Where the middle of the " + what + " is; z is up.")
      .at_least(-kFarthest)
      .at_most(kFarthest)
      .starts_as(starter_position);
  keys.number_by(
          "heading_degrees", [pose](const T& object) { return heading_degrees((object.*pose).rotation); },
          [pose](T& object, double angle) {
            Rotation& rotation = (object.*pose).rotation;
            rotation = heading_and_tilt(angle, tilt_degrees(rotation));
          })
      .says("Turned by this much about the vertical, seen from above against the clock; at 0 it lies along x.")
      .at_least(-360)
      .at_most(360);
  keys.number_by(
          "tilt_degrees", [pose](const T& object) { return tilt_degrees((object.*pose).rotation); },
          [pose](T& object, double angle) {
            Rotation& rotation = (object.*pose).rotation;
            rotation = heading_and_tilt(heading_degrees(rotation), angle);
          })
      .says("Then turned by this much about its own y axis: a positive tilt lowers its far end.")
      .at_least(-90)
      .at_most(90);
}

// A way through space: position_m for a thing at rest, path or path_file for one that moves.
template <class T>
void add_path_keys(KeyTable<T>& keys, Path T::*path, const std::string& what, const std::string& starter_position) {
  keys.add(
          "position_m", ValueKind::vector,
          [path](T& object, const Node& node, ValueReader& reader) {
            if (const auto value = reader.vector(node)) object.*path = Path(*value);
          },
          [path](const T& object) {
            return (object.*path).is_fixed() ? to_toml((object.*path).waypoints().front().position) : "";
          })
      .says("Where the " + what + " rests; z is up.")
      .at_least(-kFarthest)
      .at_most(kFarthest)
      .starts_as(starter_position);
  keys.add(
          "path", ValueKind::waypoints,
          [path](T& object, const Node& node, ValueReader& reader) {
            if (auto value = reader.waypoints(node)) object.*path = std::move(*value);
          },
          [path](const T& object) { return (object.*path).is_fixed() ? "" : to_toml(object.*path); })
      .says("The way of a moving " + what +
            ", smooth through all waypoints; two of them make uniform motion. "
            "It rests before the first and after the last.")
      .at_least(-kFarthest)
      .at_most(kFarthest)
      .otherwise("at rest");
  keys.add(
          "path_file", ValueKind::file,
          [path](T& object, const Node& node, ValueReader& reader) {
            if (auto value = reader.waypoint_file(node)) object.*path = std::move(*value);
          },
          [](const T&) { return ""; })  // the waypoints themselves are written
      .says("The same from a CSV file whose first line is time_s,x_m,y_m,z_m.")
      .at_most(kFarthest)
      .at_least(-kFarthest)
      .otherwise("at rest");
  keys.rule([what](const T&, TableReading& table) {
    const int given = table.has("position_m") + table.has("path") + table.has("path_file");
    const std::string remedy = "a " + what + " rests or moves: give one of position_m, path and path_file";
    if (table.has("path_file")) {
      table.check(given < 2, {"path_file", "path", "position_m"}, remedy);
    } else {
      table.check(given < 2, {"path", "position_m"}, remedy);
    }
  });
}

// Stiffness, density and Poisson ratio. `where` ends each sentence, `otherwise` tells what holds without the key.
template <class T>
void add_elastic_keys(KeyTable<T>& keys, Material T::*material, const std::string& where,
                      const std::string& otherwise) {
  keys.number("young_modulus_pa", in(material, &Material::young_modulus))
      .says("Stiffness" + where)
      .above(0, "a solid needs a positive stiffness")
      .at_most(2e12)
      .otherwise(otherwise);
  keys.number("density_kg_m3", in(material, &Material::density))
      .says("Density" + where)
      .above(0, "a solid needs a positive density")
      .at_most(30'000)
      .otherwise(otherwise);
  keys.number("poisson_ratio", in(material, &Material::poisson_ratio))
      .says("How much it thins when it is stretched" + where)
      .above(-1)
      .below(0.5)
      .otherwise(otherwise);
}

// What a thing is made of: a material by name, and what differs from it.
template <class T>
void add_material_keys(KeyTable<T>& keys, Material T::*material) {
  Key<T>& name = keys.add(
      "material", ValueKind::material,
      [material](T& object, const Node& node, ValueReader& reader) {
        if (auto value = reader.material(node)) object.*material = std::move(*value);
      },
      [material](const T& object) { return to_toml(std::string_view((object.*material).name)); });
  name.says("What it is made of.").starts_as("\"aluminium\"");
  name.info.words = material_names({});
  add_elastic_keys(keys, material, ", where it differs from the material's.", "that of the material");
}

// How a thing that goes its given way turns on it.
template <class T>
void add_spin_keys(KeyTable<T>& keys) {
  keys.number_by(
          "spin_turns_per_s", [](const T& thing) { return thing.spin.rate / kTurn; },
          [](T& thing, double turns) { thing.spin.rate = turns * kTurn; })
      .says("How fast it turns, about spin_axis through its own origin.")
      .at_least(-1000)
      .at_most(1000);
  keys.direction("spin_axis", in(&T::spin, &Turning::axis)).says("The axis about which it turns.");
  keys.number("spin_begin_s", in(&T::spin, &Turning::begin)).says("When it begins to turn.").at_least(0).at_most(1e6);
  keys.number_by(
          "spin_end_s",
          [](const T& thing) { return thing.spin.end < 1e300 ? std::optional(thing.spin.end) : std::nullopt; },
          [](T& thing, double time) { thing.spin.end = time; })
      .says("When it has turned far enough: a jug is tilted and held.")
      .at_least(0)
      .at_most(1e6)
      .otherwise("it goes on turning");
  keys.rule([](const T& thing, TableReading& table) {
    table.check(thing.spin.end >= thing.spin.begin, {"spin_end_s", "spin_begin_s"}, "it must end after it has begun");
  });
}

// A list that lies in a file beside the scene: T has its name and where it is.
template <class T>
void add_file_key(KeyTable<T>& keys, std::string_view sentence) {
  keys.add(
          "file", ValueKind::file,
          [](T& list, const Node& node, ValueReader& reader) {
            if (auto file = reader.file(node)) {
              list.name = *node.text();
              list.file = std::move(*file);
            }
          },
          [](const T& list) { return list.name.empty() ? "" : to_toml(std::string_view(list.name)); })
      .says(sentence)
      .otherwise("none");
}

}  // namespace resound
