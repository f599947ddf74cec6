
#include "numerics/pi.h"
#include "scene_file/key_tables.h"
#include "scene_file/shape_keys.h"
#include "scene_file/shared_keys.h"

namespace resound {
namespace {

constexpr double kFastestBegin = 100;  // [m/s]

template <class Field>
Key<Solid>& add_optional(KeyTable<Solid>& keys, const std::string& name, Field field) {
  return keys.number_by(
      name, [field](const Solid& solid) { return solid.*field; },
      [field](Solid& solid, double value) { solid.*field = value; });
}

void add_element_keys(KeyTable<Solid>& keys) {
  keys.choice("element", &Solid::element,
              {{"automatic", SolidElement::automatic},
               {"brick", SolidElement::brick},
               {"tet10", SolidElement::tet10},
               {"tet4", SolidElement::tet4}})
      .says(
          "What it is cut into; automatic takes bricks for what is swept from a section and tet10 for the rest. tet4 "
          "is "
          "what was published in 2001: too stiff, and too high in pitch.");
  keys.number("edge_m", &Solid::edge)
      .says("Size of the finite elements; 0 follows its size and the thickness of its wall.")
      .at_least(0)
      .at_most(10);
  const auto add_cells = [&](const std::string& name, std::size_t axis, const std::string& where) {
    keys.integer(
            name, [axis](auto& solid) -> auto& { return solid.cells[axis]; })
        .says("Elements " + where + " of a bar or plate; 0 follows edge_m.")
        .at_least(0)
        .at_most(2000);
  };
  add_cells("cells_x", 0, "along the length");
  add_cells("cells_y", 1, "across the width");
  add_cells("cells_z", 2, "through the thickness");
  keys.choice("law", &Solid::law,
              {{"st_venant_kirchhoff", SolidLaw::st_venant_kirchhoff}, {"neo_hookean", SolidLaw::neo_hookean}})
      .says(
          "How stress follows strain in tetrahedra: alike while it is small; neo_hookean bears crushing. Bricks turn "
          "with the body and are linear.");
  keys.number("step_s", &Solid::step)
      .says("Time step; 0 takes the largest that is stable. One that is not stable is refused.")
      .at_least(0)
      .at_most(1e-3);
}

void add_loss_keys(KeyTable<Solid>& keys) {
  add_optional(keys, "strain_damping_s", &Solid::strain_damping)
      .says("Internal friction: a mode of angular frequency w dies away as exp(-w^2 t strain_damping_s / 2).")
      .at_least(0)
      .at_most(1)
      .otherwise("by the losses of the material");
  add_optional(keys, "mass_damping_per_s", &Solid::mass_damping)
      .says("Drag on every motion: all modes die away as exp(-t mass_damping_per_s / 2).")
      .at_least(0)
      .at_most(1e6)
      .otherwise("by the losses of the material");
  keys.number("friction", &Solid::friction)
      .says("Coulomb's friction where it touches something.")
      .at_least(0)
      .at_most(10);
  add_optional(keys, "restitution", &Solid::restitution)
      .says("Share of its speed that the touching place itself keeps; what becomes vibration is lost besides.")
      .at_least(0)
      .at_most(1)
      .otherwise("that of the material");
}

void add_hold_keys(KeyTable<Solid>& keys) {
  add_sides_key(keys, "clamped", &Solid::clamped).says("Sides of the box around it that are held fast.");
  add_sides_key(keys, "hinged", &Solid::hinged)
      .says("Sides that meet in an edge which is held, so that it can swing about it: [\"x_min\", \"z_max\"].");
  add_sides_key(keys, "driven", in(&Solid::drive, &SolidDrive::sides))
      .says("Sides that are moved there and back again, and turned, again and again.");
  keys.vector("drive_m", in(&Solid::drive, &SolidDrive::travel))
      .says("How far the driven sides go, along the world's axes.")
      .at_least(-10)
      .at_most(10);
  keys.number_by(
          "drive_turn_degrees", [](const Solid& solid) { return solid.drive.turn / kDegree; },
          [](Solid& solid, double degrees) { solid.drive.turn = degrees * kDegree; })
      .says("How far the driven sides turn about drive_axis through their middle.")
      .at_least(-360)
      .at_most(360);
  keys.direction("drive_axis", in(&Solid::drive, &SolidDrive::turn_axis)).says("The axis about which they turn.");
  keys.number("drive_hz", in(&Solid::drive, &SolidDrive::frequency))
      .says("How often a second they go there and back.")
      .above(0)
      .at_most(1000);
}

void add_start_keys(KeyTable<Solid>& keys) {
  add_pose_keys(keys, &Solid::pose, "solid", "[0, 0, 0.3]");
  keys.vector("velocity_m_per_s", &Solid::velocity)
      .says("How fast it goes at the beginning.")
      .at_least(-kFastestBegin)
      .at_most(kFastestBegin);
  keys.number_by(
          "spin_turns_per_s", [](const Solid& solid) { return solid.spin / kTurn; },
          [](Solid& solid, double turns) { solid.spin = turns * kTurn; })
      .says(
          "How fast it turns at the beginning, about spin_axis through its hinge or, without one, its centre of mass.")
      .at_least(-100)
      .at_most(100);
  keys.direction("spin_axis", &Solid::spin_axis).says("The axis about which it turns.");
  keys.boolean("falls", &Solid::falls)
      .says("Does it have weight? What is held hangs at rest under it when the scene begins.");
}

}  // namespace

template <>
KeyTable<Solid> describe_keys<Solid>() {
  KeyTable<Solid> keys("solid", "A body that deforms as it moves: it falls, bends, touches others and rings.");
  add_shape_keys(keys, "bowl");
  add_material_keys(keys, &Solid::material);
  add_loss_keys(keys);
  add_element_keys(keys);
  add_hold_keys(keys);
  add_start_keys(keys);
  keys.choice("radiation", &Solid::radiation,
              {{"kirchhoff", SolidRadiation::kirchhoff},
               {"rayleigh", SolidRadiation::rayleigh},
               {"as_published", SolidRadiation::as_published}})
      .says(
          "How its motion gets into the air: kirchhoff for any closed body, rayleigh for a plate in an endless wall, "
          "as_published by the formulas of 2001.");
  return keys;
}

}  // namespace resound
