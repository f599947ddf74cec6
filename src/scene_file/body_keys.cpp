#include <fmt/format.h>

#include <numbers>

#include "base/error.h"
#include "scene_file/key_tables.h"
#include "scene_file/shared_keys.h"

namespace resound {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;  // [rad]

template <class Shape>
using NumberIn = std::conditional_t<std::is_const_v<std::remove_reference_t<Shape>>, const double, double>;

// One measure of a shape. `field(shape)` points to it, or is null for shapes that have no such measure.
template <class Field>
void add_measure(KeyTable<Body>& keys, const std::string& name, const std::string& sentence, Field field) {
  const auto of = [field](auto& body) {
    return std::visit([&](auto& shape) -> NumberIn<decltype(shape)>* { return field(shape); }, body.shape);
  };
  keys.number_by(
          name,
          [of](const Body& body) -> std::optional<double> {
            const double* value = body.mesh ? nullptr : of(body);
            return value ? std::optional(*value) : std::nullopt;
          },
          [of](Body& body, double value) {
            if (double* place = of(body)) *place = value;
          })
      .says(sentence)
      .above(0, "a body needs a positive size")
      .at_most(100)
      .otherwise("that of the shape");
  keys.rule([name, of](const Body& body, TableReading& table) {
    table.check(!table.has(name) || (!body.mesh && of(body) != nullptr), {name},
                body.mesh ? "a body from a mesh_file has its own measures"
                          : fmt::format("a {} has no such measure", name_of(body.shape)));
  });
}

void add_measures(KeyTable<Body>& keys) {
  add_measure(keys, "radius_m", "Radius at the widest place, outside; of a ring, to the middle of its wall.",
              [](auto& shape) -> NumberIn<decltype(shape)>* {
                if constexpr (requires { shape.radius; }) return &shape.radius;
                return nullptr;
              });
  add_measure(keys, "height_m", "How high a bowl, cup or bell is.", [](auto& shape) -> NumberIn<decltype(shape)>* {
    if constexpr (requires { shape.height; }) return &shape.height;
    return nullptr;
  });
  add_measure(keys, "length_m", "How long a bar, plate or tube is.", [](auto& shape) -> NumberIn<decltype(shape)>* {
    if constexpr (requires { shape.length; }) return &shape.length;
    return nullptr;
  });
  add_measure(keys, "width_m", "How wide a bar or plate is; of a ring, along its axis.",
              [](auto& shape) -> NumberIn<decltype(shape)>* {
                if constexpr (requires { shape.width; }) return &shape.width;
                return nullptr;
              });
  add_measure(keys, "thickness_m", "How thick a bar or plate is; of a vibraphone bar, at its ends.",
              [](auto& shape) -> NumberIn<decltype(shape)>* {
                if constexpr (requires { shape.thickness; }) return &shape.thickness;
                return nullptr;
              });
  add_measure(keys, "wall_m", "How thick the wall is; of a glass, at its rim.",
              [](auto& shape) -> NumberIn<decltype(shape)>* {
                if constexpr (requires { shape.wall; }) return &shape.wall;
                return nullptr;
              });
  add_measure(keys, "base_m", "How thick the base of a cup is.", [](auto& shape) -> NumberIn<decltype(shape)>* {
    if constexpr (requires { shape.base; }) return &shape.base;
    return nullptr;
  });
  add_measure(keys, "rim_radius_m", "Radius of a glass at its rim.", [](auto& shape) -> NumberIn<decltype(shape)>* {
    if constexpr (requires { shape.rim_radius; }) return &shape.rim_radius;
    return nullptr;
  });
  add_measure(keys, "bowl_height_m", "How high the bowl of a glass is, without its stem.",
              [](auto& shape) -> NumberIn<decltype(shape)>* {
                if constexpr (requires { shape.bowl_height; }) return &shape.bowl_height;
                return nullptr;
              });
  add_measure(keys, "stem_height_m", "How long the stem of a glass is.", [](auto& shape) -> NumberIn<decltype(shape)>* {
    if constexpr (requires { shape.stem_height; }) return &shape.stem_height;
    return nullptr;
  });
  add_measure(keys, "sound_bow_m", "How thick a bell is at its thickest place, a little above the lip.",
              [](auto& shape) -> NumberIn<decltype(shape)>* {
                if constexpr (requires { shape.sound_bow; }) return &shape.sound_bow;
                return nullptr;
              });
  add_measure(keys, "middle_m", "How thick the arch leaves a vibraphone bar in the middle.",
              [](auto& shape) -> NumberIn<decltype(shape)>* {
                if constexpr (requires { shape.middle; }) return &shape.middle;
                return nullptr;
              });
  add_measure(keys, "arch_m", "How long the arch of a vibraphone bar is.",
              [](auto& shape) -> NumberIn<decltype(shape)>* {
                if constexpr (requires { shape.arch; }) return &shape.arch;
                return nullptr;
              });
}

// Shapes by their names, with the measures they have by default.
template <class... Shapes>
std::vector<SolidShape> every_shape(const std::variant<Shapes...>*) {
  return {SolidShape(Shapes{})...};
}

void add_shape_keys(KeyTable<Body>& keys) {
  const std::vector<SolidShape> shapes = every_shape(static_cast<const SolidShape*>(nullptr));
  Key<Body>& shape = keys.add(
      "shape", ValueKind::choice,
      [shapes](Body& body, const Node& node, ValueReader& reader) {
        if (const auto index = reader.choice(node)) body.shape = shapes[*index];
      },
      [](const Body& body) { return body.mesh ? "" : to_toml(name_of(body.shape)); });
  shape.says("What it looks like; the measures below belong to it.").starts_as("\"cup\"");
  for (const SolidShape& known : shapes) shape.info.words.emplace_back(name_of(known));
  add_measures(keys);
  keys.add(
          "mesh_file", ValueKind::file,
          [](Body& body, const Node& node, ValueReader& reader) {
            if (auto file = reader.file(node)) body.mesh = MeshFileShape{*node.text(), std::move(*file), ""};
          },
          [](const Body& body) { return body.mesh ? to_toml(std::string_view(body.mesh->name)) : ""; })
      .says("A closed surface or tetrahedra in place of a shape: .obj .ply .stl .gltf .glb .msh .vtk.")
      .otherwise("none");
  const std::vector<std::string> units{"m", "cm", "mm", "in", "ft"};
  Key<Body>& unit = keys.add(
      "mesh_units", ValueKind::choice,
      [units](Body& body, const Node& node, ValueReader& reader) {
        const auto index = reader.choice(node);
        if (index && body.mesh) body.mesh->units = units[*index];
      },
      [](const Body& body) {
        return body.mesh && !body.mesh->units.empty() ? to_toml(std::string_view(body.mesh->units)) : "";
      });
  unit.says("What the numbers in the mesh_file count. Only glTF knows it by itself: metres.").otherwise("none");
  unit.info.words = units;
  keys.rule([](const Body& body, TableReading& table) {
    table.check(!(table.has("shape") && table.has("mesh_file")), {"shape", "mesh_file"},
                "a body has a shape or a mesh_file");
    table.check(!table.has("mesh_units") || body.mesh, {"mesh_units", "mesh_file"},
                "it belongs to a mesh_file, which is not given");
  });
  keys.rule([](const Body& body, TableReading& table) {
    if (body.mesh) return;
    try {
      require_possible(body.shape);
    } catch (const InputError& trouble) {
      table.check(false, {"shape"}, trouble.what());
    }
  });
}

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
  const std::vector<std::string> sides{"x_min", "x_max", "y_min", "y_max", "z_min", "z_max"};
  Key<Body>& clamped = keys.add(
      "clamped", ValueKind::words,
      [](Body& body, const Node& node, ValueReader& reader) {
        const auto indices = reader.words(node);
        if (!indices) return;
        body.clamped.clear();
        for (const std::size_t index : *indices) body.clamped.push_back(static_cast<BoxSide>(index));
      },
      [sides](const Body& body) {
        std::string text;
        for (const BoxSide side : body.clamped)
          text += (text.empty() ? "" : ", ") + to_toml(std::string_view(sides[static_cast<std::size_t>(side)]));
        return "[" + text + "]";
      });
  clamped.says("Sides of the box around it that are held fast; a body that is not held is free and recoils.");
  clamped.info.words = sides;
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
  add_shape_keys(keys);
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
