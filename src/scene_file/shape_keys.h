#pragma once
#include <fmt/format.h>

#include <optional>
#include <string>
#include <type_traits>
#include <variant>

#include "base/error.h"
#include "scene/body.h"
#include "scene_file/key_table.h"

// The keys of a thing that has a shape, or comes from a mesh file: T::shape and T::mesh.
namespace resound {

template <class Shape>
using NumberIn = std::conditional_t<std::is_const_v<std::remove_reference_t<Shape>>, const double, double>;

// One measure of a shape. `field(shape)` points to it, or is null for shapes that have no such measure.
template <class T, class Field>
void add_measure(KeyTable<T>& keys, const std::string& name, const std::string& sentence, Field field) {
  const auto of = [field](auto& body) {
    return std::visit([&](auto& shape) -> NumberIn<decltype(shape)>* { return field(shape); }, body.shape);
  };
  keys.number_by(
          name,
          [of](const T& body) -> std::optional<double> {
            const double* value = body.mesh ? nullptr : of(body);
            return value ? std::optional(*value) : std::nullopt;
          },
          [of](T& body, double value) {
            if (double* place = of(body)) *place = value;
          })
      .says(sentence)
      .above(0, "a body needs a positive size")
      .at_most(100)
      .otherwise("that of the shape");
  keys.rule([name, of](const T& body, TableReading& table) {
    table.check(!table.has(name) || (!body.mesh && of(body) != nullptr), {name},
                body.mesh ? "a body from a mesh_file has its own measures"
                          : fmt::format("a {} has no such measure", name_of(body.shape)));
  });
}

template <class T>
void add_measures(KeyTable<T>& keys) {
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

template <class T>
void add_shape_keys(KeyTable<T>& keys, const std::string& usual) {
  const std::vector<SolidShape> shapes = every_shape(static_cast<const SolidShape*>(nullptr));
  Key<T>& shape = keys.add(
      "shape", ValueKind::choice,
      [shapes](T& body, const Node& node, ValueReader& reader) {
        if (const auto index = reader.choice(node)) body.shape = shapes[*index];
      },
      [](const T& body) { return body.mesh ? "" : to_toml(name_of(body.shape)); });
  shape.says("What it looks like; the measures below belong to it.").starts_as(to_toml(std::string_view(usual)));
  for (const SolidShape& known : shapes) shape.info.words.emplace_back(name_of(known));
  add_measures(keys);
  keys.add(
          "mesh_file", ValueKind::file,
          [](T& body, const Node& node, ValueReader& reader) {
            if (auto file = reader.file(node)) body.mesh = MeshFileShape{*node.text(), std::move(*file), ""};
          },
          [](const T& body) { return body.mesh ? to_toml(std::string_view(body.mesh->name)) : ""; })
      .says("A closed surface or tetrahedra in place of a shape: .obj .ply .stl .gltf .glb .msh .vtk.")
      .otherwise("none");
  const std::vector<std::string> units{"m", "cm", "mm", "in", "ft"};
  Key<T>& unit = keys.add(
      "mesh_units", ValueKind::choice,
      [units](T& body, const Node& node, ValueReader& reader) {
        const auto index = reader.choice(node);
        if (index && body.mesh) body.mesh->units = units[*index];
      },
      [](const T& body) {
        return body.mesh && !body.mesh->units.empty() ? to_toml(std::string_view(body.mesh->units)) : "";
      });
  unit.says("What the numbers in the mesh_file count. Only glTF knows it by itself: metres.").otherwise("none");
  unit.info.words = units;
  keys.rule([](const T& body, TableReading& table) {
    table.check(!(table.has("shape") && table.has("mesh_file")), {"shape", "mesh_file"},
                "a body has a shape or a mesh_file");
    table.check(!table.has("mesh_units") || body.mesh, {"mesh_units", "mesh_file"},
                "it belongs to a mesh_file, which is not given");
  });
  keys.rule([](const T& body, TableReading& table) {
    if (body.mesh) return;
    try {
      require_possible(body.shape);
    } catch (const InputError& trouble) {
      table.check(false, {"shape"}, trouble.what());
    }
  });
}

// Some of the six sides of the box around a thing; `field` gives the list.
template <class T, class Field>
Key<T>& add_sides_key(KeyTable<T>& keys, const std::string& name, Field field) {
  const std::vector<std::string> sides{"x_min", "x_max", "y_min", "y_max", "z_min", "z_max"};
  Key<T>& key = keys.add(
      name, ValueKind::words,
      [field](T& thing, const Node& node, ValueReader& reader) {
        const auto indices = reader.words(node);
        if (!indices) return;
        std::vector<BoxSide>& list = std::invoke(field, thing);
        list.clear();
        for (const std::size_t index : *indices) list.push_back(static_cast<BoxSide>(index));
      },
      [field, sides](const T& thing) {
        std::string text;
        for (const BoxSide side : std::invoke(field, thing))
          text += (text.empty() ? "" : ", ") + to_toml(std::string_view(sides[static_cast<std::size_t>(side)]));
        return "[" + text + "]";
      });
  key.info.words = sides;
  return key;
}

}  // namespace resound
