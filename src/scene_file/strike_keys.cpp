#include <algorithm>

#include "scene_file/key_tables.h"
#include "scene_file/shared_keys.h"

namespace resound {
namespace {

const std::vector<std::pair<std::string, MalletHead>> kHeads{{"steel", MalletHead::steel},
                                                             {"wood", MalletHead::wood},
                                                             {"rubber", MalletHead::rubber},
                                                             {"felt", MalletHead::felt}};

std::string written(const StrikerTip& tip) {
  if (const Material* material = std::get_if<Material>(&tip)) return to_toml(std::string_view(material->name));
  return to_toml(std::string_view(
      std::ranges::find(kHeads, std::get<MalletHead>(tip), &decltype(kHeads)::value_type::second)->first));
}

// The head of a mallet, or any material.
template <class T>
Key<T>& add_tip_key(KeyTable<T>& keys) {
  Key<T>& key = keys.add(
      "tip", ValueKind::material,
      [](T& object, const Node& node, ValueReader& reader) {
        const auto head =
            std::ranges::find(kHeads, node.text() ? *node.text() : "", &decltype(kHeads)::value_type::first);
        if (head != kHeads.end()) {
          object.tip = head->second;
        } else if (auto material = reader.material(node)) {
          object.tip = std::move(*material);
        }
      },
      [](const T& object) { return written(object.tip); });
  for (const auto& [word, head] : kHeads) key.info.words.push_back(word);
  for (const std::string& name : material_names({}))
    if (std::ranges::find(key.info.words, name) == key.info.words.end()) key.info.words.push_back(name);
  return key;
}

// What strikes, as a strike and a list of hits say it alike.
template <class T>
void add_striker_keys(KeyTable<T>& keys, const std::string& unless) {
  keys.number("mass_kg", &T::mass)
      .says("How heavy the thing is that strikes" + unless + ".")
      .above(0, "a striker needs a positive mass")
      .at_most(1000);
  keys.number("radius_m", &T::radius)
      .says("How round its tip is where it touches" + unless + ".")
      .above(0, "a tip needs a positive radius")
      .at_most(10);
  add_tip_key(keys).says("What its tip is made of" + unless +
                         ": the softer, the longer it touches and the duller it sounds.");
}

}  // namespace

template <>
KeyTable<Strike> describe_keys<Strike>() {
  KeyTable<Strike> keys("strike", "Something small hits a body or a bar.");
  keys.sounds_with({"body"});
  keys.text("on", &Strike::target).says("The name of what is struck.").starts_as("\"body\"");
  keys.number("time_s", &Strike::time).says("When it first touches.").at_least(0).at_most(1e6).starts_as("0.2");
  keys.number("interval_s", &Strike::interval).says("Time from one blow to the next.").at_least(0).at_most(1e6);
  keys.integer("count", &Strike::count).says("How many blows.").at_least(1).at_most(1'000'000);
  keys.vector("place_m", &Strike::place)
      .says("Where it hits, along the axes of the thing struck; the nearest point of its skin is meant.")
      .at_least(-kFarthest)
      .at_most(kFarthest)
      .starts_as("[0.04, 0, 0.08]");
  keys.add(
          "direction", ValueKind::direction,
          [](Strike& strike, const Node& node, ValueReader& reader) {
            if (const auto value = reader.direction(node)) strike.direction = *value;
          },
          [](const Strike& strike) { return strike.direction ? to_toml(*strike.direction) : ""; })
      .says("The way of the blow, along the axes of the thing struck.")
      .at_least(-1e6)
      .at_most(1e6)
      .otherwise("straight into the skin");
  keys.number("speed_m_per_s", &Strike::speed)
      .says("How fast it comes.")
      .above(0, "a blow needs a positive speed")
      .at_most(300);
  add_striker_keys(keys, "");
  return keys;
}

template <>
KeyTable<HitList> describe_keys<HitList>() {
  KeyTable<HitList> keys("hits", "Blows from another simulator, one a line of a file.");
  keys.sounds_with({"body"});
  add_file_key(keys, "A CSV or JSONL file with t, object, x, y, z and speed or impulse.");
  keys.number("offset_s", &HitList::offset).says("Added to the times in the file.").at_least(-1e6).at_most(1e6);
  add_striker_keys(keys, ", where the file does not say");
  return keys;
}

}  // namespace resound
