#pragma once
#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/error.h"
#include "scene/body.h"
#include "scene_file/key_table.h"

// The keys of a thing that has a shape, or comes from a mesh file: T::shape and T::mesh.
namespace resound {

// Calls has(key, number) for each measure of a shape.
template <class Shape, class Has>
void for_each_measure(Shape& shape, const Has& has) {
  std::visit(
      [&](auto& form) {
        if constexpr (requires { form.radius; }) has("radius_m", form.radius);
        if constexpr (requires { form.height; }) has("height_m", form.height);
        if constexpr (requires { form.length; }) has("length_m", form.length);
        if constexpr (requires { form.width; }) has("width_m", form.width);
        if constexpr (requires { form.thickness; }) has("thickness_m", form.thickness);
        if constexpr (requires { form.wall; }) has("wall_m", form.wall);
        if constexpr (requires { form.base; }) has("base_m", form.base);
        if constexpr (requires { form.rim_radius; }) has("rim_radius_m", form.rim_radius);
        if constexpr (requires { form.bowl_height; }) has("bowl_height_m", form.bowl_height);
        if constexpr (requires { form.stem_height; }) has("stem_height_m", form.stem_height);
        if constexpr (requires { form.sound_bow; }) has("sound_bow_m", form.sound_bow);
        if constexpr (requires { form.middle; }) has("middle_m", form.middle);
        if constexpr (requires { form.arch; }) has("arch_m", form.arch);
      },
      shape);
}

// Null for shapes that have no such measure.
template <class Shape>
auto find_measure(Shape& shape, std::string_view name) {
  std::conditional_t<std::is_const_v<Shape>, const double, double>* found = nullptr;
  for_each_measure(shape, [&](std::string_view key, auto& number) {
    if (key == name) found = &number;
  });
  return found;
}

inline std::string measures_of(const SolidShape& shape) {
  std::vector<std::string_view> names;
  for_each_measure(shape, [&](std::string_view key, const double&) { names.push_back(key); });
  return fmt::format("{}", fmt::join(names, ", "));
}

template <class T>
void add_measure(KeyTable<T>& keys, const std::string& name, const std::string& sentence) {
  keys.number_by(
          name,
          [name](const T& body) -> std::optional<double> {
            const double* value = body.mesh ? nullptr : find_measure(body.shape, name);
            return value ? std::optional(*value) : std::nullopt;
          },
          [name](T& body, double value) {
            if (double* place = find_measure(body.shape, name)) *place = value;
          })
      .says(sentence)
      .above(0, "a body needs a positive size")
      .at_most(100)
      .otherwise("that of the shape");
  keys.rule([name](const T& body, TableReading& table) {
    table.check(!table.has(name) || (!body.mesh && find_measure(body.shape, name)), {name},
                body.mesh
                    ? "a body from a mesh_file has its own measures"
                    : fmt::format("a {} has no such measure; it has {}", name_of(body.shape), measures_of(body.shape)));
  });
}

template <class T>
void add_measures(KeyTable<T>& keys) {
  add_measure(keys, "radius_m", "Radius at the widest place, outside; of a ring, to the middle of its wall.");
  add_measure(keys, "height_m", "How high a bowl, cup or bell is.");
  add_measure(keys, "length_m", "How long a bar, plate or tube is.");
  add_measure(keys, "width_m", "How wide a bar or plate is; of a ring, along its axis.");
  add_measure(keys, "thickness_m", "How thick a bar or plate is; of a vibraphone bar, at its ends.");
  add_measure(keys, "wall_m", "How thick the wall is; of a glass, at its rim.");
  add_measure(keys, "base_m", "How thick the base of a cup is.");
  add_measure(keys, "rim_radius_m", "Radius of a glass at its rim.");
  add_measure(keys, "bowl_height_m", "How high the bowl of a glass is, without its stem.");
  add_measure(keys, "stem_height_m", "How long the stem of a glass is.");
  add_measure(keys, "sound_bow_m", "How thick a bell is at its thickest place, a little above the lip.");
  add_measure(keys, "middle_m", "How thick the arch leaves a vibraphone bar in the middle.");
  add_measure(keys, "arch_m", "How long the arch of a vibraphone bar is.");
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
