#pragma once
#include <variant>
#include <vector>

#include "scene/scene.h"
#include "scene_file/key_table.h"
#include "scene_file/own_material.h"

// All that a scene file can say.
namespace resound {

template <class T>
KeyTable<T> describe_keys();

// The parts of every scene.
template <>
KeyTable<Scene> describe_keys<Scene>();  // scene_keys.cpp
template <>
KeyTable<Air> describe_keys<Air>();  // air_keys.cpp
template <>
KeyTable<Ground> describe_keys<Ground>();  // air_keys.cpp
template <>
KeyTable<Unheard> describe_keys<Unheard>();  // grain_keys.cpp
template <>
KeyTable<ListenerSetup> describe_keys<ListenerSetup>();  // listener_keys.cpp
template <>
KeyTable<PictureSetup> describe_keys<PictureSetup>();  // picture_keys.cpp
template <>
KeyTable<OwnMaterial> describe_keys<OwnMaterial>();  // material_keys.cpp

// The closed list of objects, those of ObjectKind in scene/scene.h: one line a kind.
template <>
KeyTable<Body> describe_keys<Body>();  // body_keys.cpp
template <>
KeyTable<Solid> describe_keys<Solid>();  // solid_keys.cpp
template <>
KeyTable<Rod> describe_keys<Rod>();  // rod_keys.cpp
template <>
KeyTable<Particles> describe_keys<Particles>();  // particles_keys.cpp
template <>
KeyTable<SplashList> describe_keys<SplashList>();  // particles_keys.cpp
template <>
KeyTable<Grains> describe_keys<Grains>();  // grain_keys.cpp
template <>
KeyTable<Fixture> describe_keys<Fixture>();  // grain_keys.cpp
template <>
KeyTable<CollisionList> describe_keys<CollisionList>();  // grain_keys.cpp
template <>
KeyTable<Strike> describe_keys<Strike>();  // strike_keys.cpp
template <>
KeyTable<HitList> describe_keys<HitList>();  // strike_keys.cpp
template <>
KeyTable<Bar> describe_keys<Bar>();  // bar_keys.cpp
template <>
KeyTable<Rain> describe_keys<Rain>();  // rain_keys.cpp
template <>
KeyTable<Drop> describe_keys<Drop>();  // rain_keys.cpp
template <>
KeyTable<Liquid> describe_keys<Liquid>();  // liquid_keys.cpp
template <>
KeyTable<Ball> describe_keys<Ball>();  // liquid_keys.cpp
template <>
KeyTable<Beacon> describe_keys<Beacon>();  // beacon_keys.cpp

// The table of T, made once.
template <class T>
const KeyTable<T>& keys_of() {
  static const KeyTable<T> table = describe_keys<T>();
  return table;
}
template <class T>
const TableInfo& info_of() {
  static const TableInfo info = keys_of<T>().info();
  return info;
}

// Every table in the order of the reference page: the top of the file first, objects last.
const std::vector<TableInfo>& all_tables();
const TableInfo* find_table(std::string_view name);  // null if there is none

// The key `name` that every object has.
KeyInfo object_name_key();

// Calls visit(static_cast<Bar*>(nullptr)), then the same for the next kind, and so on.
template <class Visit>
void for_each_kind(Visit visit) {
  [&]<class... Kinds>(const std::variant<Kinds...>*) {
    (visit(static_cast<Kinds*>(nullptr)), ...);
  }(static_cast<const ObjectKind*>(nullptr));
}

}  // namespace resound
