#include <fmt/format.h>

#include "base/error.h"
#include "scene_file/damping_keys.h"
#include "scene_file/key_tables.h"
#include "scene_file/shape_keys.h"
#include "scene_file/shared_keys.h"

namespace resound {
namespace {

void add_hold_keys(KeyTable<Body>& keys) {
  add_sides_key(keys, "clamped", &Body::clamped)
      .says("Sides of the box around it that are held fast; a body that is not held is free and recoils.");
}

void add_motion_keys(KeyTable<Body>& keys) {
  add_path_keys(keys, &Body::path, "body", "[0, 0, 0.8]");
  keys.number_by(
          "heading_degrees", [](const Body& body) { return heading_degrees(body.rotation); },
          [](Body& body, double angle) { body.rotation = heading_and_tilt(angle, tilt_degrees(body.rotation)); })
      .says("Turned by this much about the vertical, seen from above against the clock.")
      .at_least(-360)
      .at_most(360);
  keys.number_by(
          "tilt_degrees", [](const Body& body) { return tilt_degrees(body.rotation); },
          [](Body& body, double angle) { body.rotation = heading_and_tilt(heading_degrees(body.rotation), angle); })
      .says("Then turned by this much about its own y axis.")
      .at_least(-90)
      .at_most(90);
  add_spin_keys(keys);
}

void add_grain_keys(KeyTable<Body>& keys) {
  keys.number("filling_m", in(&Body::filling, &Filling::height))
      .says("Level of grains that lie in it, above the body's own origin. They damp it and lower its pitch.")
      .at_least(0)
      .at_most(100);
  Key<Body>& material = keys.add(
      "filling_material", ValueKind::material,
      [](Body& body, const Node& node, ValueReader& reader) {
        if (auto value = reader.material(node)) body.filling.material = std::move(*value);
      },
      [](const Body& body) { return to_toml(std::string_view(body.filling.material.name)); });
  material.says("What these grains are made of.");
  material.info.words = material_names({});
  keys.number("filling_radius_m", in(&Body::filling, &Filling::radius))
      .says("Radius of one of these grains.")
      .above(0, "a grain needs a positive radius")
      .at_most(1);
  keys.number("grain_loss", &Body::grain_loss)
      .says(
          "Loss factor of the contacts with grains that rest on it, those of [[grains]] too; not calibrated. 0: they "
          "do "
          "not damp it.")
      .at_least(0)
      .at_most(1);
}

}  // namespace

template <>
KeyTable<Body> describe_keys<Body>() {
  KeyTable<Body> keys("body", "Any object that rings when it is struck: a shape, or a mesh from a modelling program.");
  keys.sounds_with({"strike"});
  add_shape_keys(keys, "cup");
  add_material_keys(keys, &Body::material);
  add_damping_keys(keys, &Body::damping, "that of the material");
  add_hold_keys(keys);
  keys.number("max_frequency_hz", &Body::max_frequency)
      .says("Modes up to this frequency are looked for.")
      .at_least(20)
      .at_most(100'000);
  keys.number("edge_m", &Body::edge)
      .says("Size of the finite elements; 0 follows the thickness of the wall and the shortest wave.")
      .at_least(0)
      .at_most(10);
  keys.choice("radiation", &Body::radiation,
              {{"automatic", BodyRadiation::automatic},
               {"compact", BodyRadiation::compact},
               {"kirchhoff", BodyRadiation::kirchhoff},
               {"helmholtz", BodyRadiation::helmholtz}})
      .says("How its sound gets into the air; automatic takes the cheapest way that is right for its size and pitch.");
  add_grain_keys(keys);
  add_motion_keys(keys);
  return keys;
}

}  // namespace resound
