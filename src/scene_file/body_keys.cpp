#include <fmt/format.h>

#include <numbers>

#include "base/error.h"
#include "scene_file/key_tables.h"
#include "scene_file/shape_keys.h"
#include "scene_file/shared_keys.h"

namespace resound {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;  // [rad]

Damping& damping_of(Body& body) {
  if (!body.damping) body.damping.emplace();
  return *body.damping;
}

void add_damping_number(KeyTable<Body>& keys, const std::string& name, double Damping::*field, double most,
                        const std::string& sentence) {
  keys.number_by(
          name,
          [field](const Body& body) { return body.damping ? std::optional((*body.damping).*field) : std::nullopt; },
          [field](Body& body, double value) { damping_of(body).*field = value; })
      .says(sentence)
      .at_least(0)
      .at_most(most)
      .otherwise("that of the material");
}

// Once any of these is given, they stand in place of the material's damping, the others at 0.
void add_damping_keys(KeyTable<Body>& keys) {
  add_damping_number(keys, "damping.loss_factor", &Damping::loss_factor, 2,
                     "Share of its energy that a mode loses in each radian: 1/Q, the same for all notes.");
  add_damping_number(keys, "damping.stiffness_time_s", &Damping::stiffness_time, 1,
                     "Rayleigh's alpha1: high notes die faster, as the square of their frequency.");
  add_damping_number(keys, "damping.mass_rate_per_s", &Damping::mass_rate, 1e6,
                     "Rayleigh's alpha2: all notes die alike.");
  keys.add(
          "damping.mode_t60_s", ValueKind::numbers,
          [](Body& body, const Node& node, ValueReader& reader) {
            if (auto values = reader.numbers(node)) damping_of(body).mode_t60 = std::move(*values);
          },
          [](const Body& body) {
            return body.damping && !body.damping->mode_t60.empty() ? to_toml(body.damping->mode_t60) : "";
          })
      .says("How long each mode takes to fall by 60 dB, from the lowest; modes beyond the list follow the other keys.")
      .above(0, "a mode needs a positive decay time")
      .at_most(1000)
      .otherwise("by the other keys");
}

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
  keys.number_by(
          "spin_turns_per_s", [](const Body& body) { return body.spin / kTurn; },
          [](Body& body, double turns) { body.spin = turns * kTurn; })
      .says("How fast it turns, about spin_axis through its own origin.")
      .at_least(-1000)
      .at_most(1000);
  keys.direction("spin_axis", &Body::spin_axis).says("The axis about which it turns.");
}

}  // namespace

template <>
KeyTable<Body> describe_keys<Body>() {
  KeyTable<Body> keys("body", "Any object that rings when it is struck: a shape, or a mesh from a modelling program.");
  keys.sounds_with({"strike"});
  add_shape_keys(keys, "cup");
  add_material_keys(keys, &Body::material);
  add_damping_keys(keys);
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
  add_motion_keys(keys);
  return keys;
}

}  // namespace resound
