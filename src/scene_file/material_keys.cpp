#include "scene_file/damping_keys.h"
#include "scene_file/key_tables.h"
#include "scene_file/shared_keys.h"

namespace resound {
namespace {

// The material from which this one differs: all that is not given is taken from it. Read before the other keys.
void add_base_key(KeyTable<OwnMaterial>& keys) {
  Key<OwnMaterial>& base = keys.add(
      "based_on", ValueKind::material,
      [](OwnMaterial& own, const Node& node, ValueReader& reader) {
        auto value = reader.material(node);
        if (!value) return;
        value->name = own.material.name;
        own.material = std::move(*value);
      },
      [](const OwnMaterial&) { return ""; });  // what is taken from it is written
  base.says("The material from which this one differs; all that is not given here is as there.").otherwise("none");
  base.info.words = material_names({});
}

void add_look_keys(KeyTable<OwnMaterial>& keys) {
  const auto look = [](auto& own) -> auto& { return own.material.look; };
  keys.choice("finish", [look](auto& own) -> auto& { return look(own).finish; },
              {{"steel", Finish::steel},
               {"aluminium", Finish::aluminium},
               {"glass", Finish::glass},
               {"ceramic", Finish::ceramic},
               {"wood", Finish::wood},
               {"rubber", Finish::rubber},
               {"water", Finish::water},
               {"plaster", Finish::plaster},
               {"light", Finish::light}})
      .says("How light plays on it in the picture.")
      .otherwise("that of based_on, else plaster");
  keys.add(
          "colour", ValueKind::vector,
          [look](OwnMaterial& own, const Node& node, ValueReader& reader) {
            if (const auto value = reader.vector(node)) look(own).tint = {value->x, value->y, value->z};
          },
          [look](const OwnMaterial& own) {
            const Colour& tint = look(own).tint;
            return to_toml(Vec3{tint.red, tint.green, tint.blue});
          })
      .says("Red, green and blue in the picture, in linear light.")
      .at_least(0)
      .at_most(1)
      .otherwise("that of based_on, else light grey");
}

}  // namespace

template <>
KeyTable<OwnMaterial> describe_keys<OwnMaterial>() {
  KeyTable<OwnMaterial> keys("material", "A material of your own, for bodies, bars, tips and files of hits to name.");
  keys.text("name", in(&OwnMaterial::material, &Material::name))
      .says("What it is called; no other material, known or own, may have that name.")
      .at_least(1)
      .at_most(64)
      .otherwise("none; it must be given");
  add_base_key(keys);
  const std::string else_based = "that of based_on; it must be given without it";
  add_elastic_keys(keys, &OwnMaterial::material, " of the material.", else_based);
  keys.number("restitution", in(&OwnMaterial::material, &Material::restitution))
      .says("Speed after a hit by its like over the speed before, at about 1 m/s.")
      .at_least(0)
      .at_most(1)
      .otherwise("that of based_on, else 0.7");
  add_damping_keys(keys, &OwnMaterial::damping, "that of based_on, else a loss factor of 0.001");
  add_look_keys(keys);
  for (const char* needed : {"name", "young_modulus_pa", "density_kg_m3", "poisson_ratio"}) {
    const bool may_be_taken = std::string_view(needed) != "name";
    keys.rule([needed, may_be_taken](const OwnMaterial&, TableReading& table) {
      table.require(table.has(needed) || (may_be_taken && table.has("based_on")), needed,
                    may_be_taken ? "give it, or based_on = \"steel\" and what differs" : "give it");
    });
  }
  return keys;
}

}  // namespace resound
