#include "scene_file/read_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "base/near_word.h"
#include "scene/materials.h"
#include "scene_file/key_tables.h"

namespace resound {
namespace {

constexpr std::size_t kMostListeners = 64;
constexpr std::size_t kMostMaterials = 1024;
constexpr std::size_t kMostObjects = 4096;

// A thing that may have been given a name, and where it stands.
struct Found {
  Object object;
  Place place;
  Place name_place;
  Place target_place;  // of the key that names another object, if there is one
};

// The name of the object that this one acts on; null if it acts on none.
const std::string* target_of(const ObjectKind& kind) {
  return std::visit(
      [](const auto& object) -> const std::string* {
        if constexpr (requires { object.target; }) return &object.target;
        return nullptr;
      },
      kind);
}

class SceneReading {
 public:
  SceneReading(const Node& top, const std::filesystem::path& folder, Problems& problems)
      : top_(top), context_{problems, folder} {}

  Scene read() {
    std::vector<std::string> tables;
    for (const TableInfo& table : all_tables()) {
      if (!table.name.empty()) tables.push_back(table.name);
    }
    TableReading scene_keys(top_, "", info_of<Scene>(), context_, tables);
    keys_of<Scene>().read(scene_, scene_keys);
    read_section(scene_.air);
    read_section(scene_.ground);
    read_section(scene_.unheard);
    read_section(scene_.picture);
    read_listeners();
    read_materials();
    read_objects();
    return std::move(scene_);
  }

 private:
  void report(const Place& place, const std::string& message) { context_.problems.add(place, message); }

  // [air] and the like: at most one.
  template <class T>
  void read_section(T& section) {
    const std::string& name = info_of<T>().name;
    const Node* node = find(*top_.table(), name);
    if (!node) return;
    if (!node->table()) {
      return report(node->place, fmt::format("{0} is {1}; write one table [{0}]", name, shown(*node)));
    }
    TableReading table(*node, name, info_of<T>(), context_);
    keys_of<T>().read(section, table);
  }

  // [bar] or each of [[bar]].
  std::vector<const Node*> instances(const std::string& name, std::size_t most) {
    const Node* node = find(*top_.table(), name);
    if (!node) return {};
    if (node->table()) return {node};
    std::vector<const Node*> found;
    const NodeList* list = node->list();
    if (list && list->size() > most) {
      report(node->place, fmt::format("there are {} of {}; a scene may have {}", list->size(), name, most));
    } else if (!list || !std::ranges::all_of(*list, [](const Node& item) { return item.table() != nullptr; })) {
      report(node->place, fmt::format("{0} is {1}; write one table [[{0}]] for each", name, shown(*node)));
    } else {
      for (const Node& item : *list) found.push_back(&item);
    }
    return found;
  }

  static std::string numbered(const std::string& name, std::size_t index) {
    return index == 0 ? name : fmt::format("{}[{}]", name, index + 1);
  }

  void read_listeners() {
    scene_.listeners.clear();
    if (!find(*top_.table(), "listener")) {
      return report({top_.place.source}, "the scene has no listener; add [listener] with its position_m");
    }
    std::vector<Found> found;
    for (const Node* node : instances("listener", kMostListeners)) {
      ListenerSetup listener;
      listener.name.clear();
      TableReading table(*node, numbered("listener", found.size()), info_of<ListenerSetup>(), context_);
      keys_of<ListenerSetup>().read(listener, table);
      found.push_back(
          {{listener.name, {}}, node->place, table.has("name") ? table.find("name")->place : node->place, {}});
      scene_.listeners.push_back(std::move(listener));
    }
    give_names(found, [](const Found&) { return std::string("listener"); });
    for (std::size_t i = 0; i < found.size(); ++i) scene_.listeners[i].name = found[i].object.name;
  }

  // In the order of the file: each may be based on those before it.
  void read_materials() {
    std::size_t index = 0;
    for (const Node* node : instances("material", kMostMaterials)) {
      OwnMaterial own;
      TableReading table(*node, numbered("material", index++), info_of<OwnMaterial>(), context_);
      keys_of<OwnMaterial>().read(own, table);
      const std::string owner = own.material.name.empty() ? "" : owner_of_name(own.material.name);
      if (!owner.empty()) {
        report(table.find("name")->place,
               fmt::format("name is \"{}\", which {} already; names must differ", shown(own.material.name), owner));
      }
      context_.materials.push_back(std::move(own).finished());
    }
    scene_.materials = context_.materials;
  }

  // Who has this name already: "a known material has". Empty if nobody has.
  std::string owner_of_name(const std::string& name) const {
    const auto has_it = [&](const std::string& other) { return is_same_name(other, name); };
    const auto known = [](const KnownMaterial& item) { return item.material.name; };
    if (std::ranges::any_of(context_.materials, has_it, &Material::name)) return "another [[material]] has";
    if (std::ranges::any_of(materials(), has_it, known)) return "a known material has";
    const KeyInfo& tip = *info_of<Strike>().find("tip");
    return std::ranges::any_of(tip.words, has_it) ? "a tip of [[strike]] has" : "";
  }

  void read_objects() {
    std::vector<Found> found;
    bool any_written = false;
    for_each_kind([&]<class Kind>(Kind*) {
      any_written = any_written || find(*top_.table(), info_of<Kind>().name);
      read_kind<Kind>(found);
    });
    if (!any_written) report({top_.place.source}, "the scene has no objects; add " + kinds_to_add());
    // as a reader of the file meets them; the kinds were read one after the other
    std::ranges::stable_sort(found, {},
                             [](const Found& item) { return std::tuple(item.place.line, item.place.column); });
    give_names(found, [](const Found& item) {
      return std::visit([]<class Kind>(const Kind&) { return info_of<Kind>().name; }, item.object.kind);
    });
    check_targets(found);
    check_bridges(found);
    check_methods(found);
    check_solids_among_grains(found);
    for (Found& item : found) {
      item.object.place = item.place.text();
      scene_.objects.push_back(std::move(item.object));
    }
  }

  void check_targets(const std::vector<Found>& found) {
    std::vector<std::string> names;
    for (const Found& item : found)
      if (can_be_struck(item.object.kind)) names.push_back(item.object.name);
    for (const Found& item : found) {
      const std::string* target = target_of(item.object.kind);
      if (!target || std::ranges::find(names, *target) != names.end()) continue;
      if (target->empty()) {
        report(item.place, fmt::format("{} does not say what it strikes; add on = \"NAME\"", item.object.name));
      } else {
        report(item.target_place, fmt::format("on is \"{}\"; no body, solid or bar has that name{}", shown(*target),
                                              did_you_mean(*target, names)));
      }
    }
  }

  void check_bridges(const std::vector<Found>& found) {
    std::vector<std::string> bodies;
    for (const Found& item : found)
      if (std::holds_alternative<Body>(item.object.kind)) bodies.push_back(item.object.name);
    for (const Found& item : found) {
      const auto* rod = std::get_if<Rod>(&item.object.kind);
      if (!rod || rod->bridge.empty() || std::ranges::find(bodies, rod->bridge) != bodies.end()) continue;
      report(item.target_place, fmt::format("bridge is \"{}\"; no body has that name{}", shown(rod->bridge),
                                            did_you_mean(rod->bridge, bodies)));
    }
  }

  // They collide with each other, so that one solver moves them all.
  void check_methods(const std::vector<Found>& found) {
    std::optional<GrainMethod> method;
    std::optional<CollisionSourceKind> collisions;
    for (const Found& item : found) {
      const auto* grains = std::get_if<Grains>(&item.object.kind);
      if (!grains || grains->count == 0) continue;
      if (method && *method != grains->method)
        report(item.place, fmt::format("{} has another method than the grains above; all grains of a scene share one",
                                       item.object.name));
      method = grains->method;
      if (collisions && *collisions != grains->collisions)
        report(item.place, fmt::format("{} has other collisions than the grains above; all grains of a scene share one",
                                       item.object.name));
      collisions = grains->collisions;
    }
  }

  // To grains a solid is a wall at rest.
  void check_solids_among_grains(const std::vector<Found>& found) {
    const auto is_grains = [](const Found& item) { return std::holds_alternative<Grains>(item.object.kind); };
    if (std::ranges::none_of(found, is_grains)) return;
    for (const Found& item : found)
      if (const auto* solid = std::get_if<Solid>(&item.object.kind); solid && solid->clamped.empty())
        report(item.place, fmt::format("{} moves freely, and grains would pass through it; hold it by clamped = "
                                       "[\"z_min\"] or the like, or make it a [[body]]",
                                       item.object.name));
  }

  template <class Kind>
  void read_kind(std::vector<Found>& found) {
    const TableInfo& info = *find_table(info_of<Kind>().name);  // with the key `name`
    std::size_t index = 0;
    for (const Node* node : instances(info.name, kMostObjects)) {
      TableReading table(*node, numbered(info.name, index++), info, context_);
      Found item{{"", Kind{}}, node->place, node->place, node->place};
      table.with(*info.find("name"), [&](const Node& name, ValueReader& reader) {
        item.object.name = reader.text(name).value_or("");
        item.name_place = name.place;
      });
      keys_of<Kind>().read(std::get<Kind>(item.object.kind), table);
      for (const char* key : {"on", "bridge"})
        if (table.has(key)) item.target_place = table.find(key)->place;
      found.push_back(std::move(item));
    }
  }

  // Names become parts of file names. Those that were given are checked; the others are made: bar, bar-2, bar-3.
  template <class Base>
  void give_names(std::vector<Found>& items, Base base) {
    std::set<std::string> taken;
    for (const Found& item : items) {
      const std::string& name = item.object.name;
      if (name.empty()) continue;
      if (name.find_first_of("/\\:*?\"<>|") != std::string::npos || name.front() == '.' || name.front() == '-') {
        report(item.name_place, fmt::format("name is \"{}\"; it must do as part of a file name", shown(name)));
      } else if (!taken.insert(name).second) {
        report(item.name_place, fmt::format("name is \"{}\", which another one has; names must differ", shown(name)));
      }
    }
    std::map<std::string, int> count;
    for (Found& item : items) {
      const std::string kind = base(item);
      const int number = ++count[kind];
      if (!item.object.name.empty()) continue;
      std::string name = number == 1 ? kind : fmt::format("{}-{}", kind, number);
      for (int next = number + 1; !taken.insert(name).second; ++next) name = fmt::format("{}-{}", kind, next);
      item.object.name = std::move(name);
    }
  }

  static std::string kinds_to_add() {
    std::string text;
    for_each_kind([&]<class Kind>(Kind*) { text += (text.empty() ? "[[" : " or [[") + info_of<Kind>().name + "]]"; });
    return text;
  }

  const Node& top_;
  ReadContext context_;
  Scene scene_;
};

template <class T>
std::string section(const T& part) {
  return fmt::format("\n[{}]\n{}", info_of<T>().name, keys_of<T>().write(part));
}

}  // namespace

Scene read_scene(const Node& top, const std::filesystem::path& folder, Problems& problems) {
  return SceneReading(top, folder, problems).read();
}

std::string canonical_text(const Scene& scene) {
  std::string text =
      keys_of<Scene>().write(scene) + section(scene.air) + section(scene.ground) + section(scene.unheard);
  for (const ListenerSetup& listener : scene.listeners) {
    text += "\n[[listener]]\n" + keys_of<ListenerSetup>().write(listener);
  }
  text += section(scene.picture);
  for (const Material& material : scene.materials) {
    text += fmt::format("\n[[material]]\n{}", keys_of<OwnMaterial>().write(OwnMaterial(material)));
  }
  for (const Object& object : scene.objects) {
    std::visit(
        [&]<class Kind>(const Kind& kind) {
          text += fmt::format("\n[[{}]]\nname = {}\n{}", info_of<Kind>().name, to_toml(std::string_view(object.name)),
                              keys_of<Kind>().write(kind));
        },
        object.kind);
  }
  return text;
}

}  // namespace resound
