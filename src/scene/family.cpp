#include "scene/family.h"

#include <algorithm>

namespace resound {
namespace {

template <class... Kinds>
bool has_any(const Scene& scene) {
  return std::ranges::any_of(scene.objects,
                             [](const Object& object) { return (std::holds_alternative<Kinds>(object.kind) || ...); });
}

}  // namespace

Family family_of(const Scene& scene) {
  if (has_any<Grains, Sand, CollisionList>(scene)) return Family::grains;
  if (has_any<Liquid, Particles, SplashList>(scene)) return Family::liquids;
  if (has_any<Rod>(scene)) return Family::rods;
  if (has_any<Solid>(scene)) return Family::solids;
  if (has_any<Rain, Drop>(scene)) return Family::rain;
  if (has_any<Body, Bar>(scene)) return Family::struck_objects;
  return Family::test_sources;
}

std::string_view heading(Family family) {
  switch (family) {
    case Family::solids:
      return "Deforming solids";
    case Family::struck_objects:
      return "Struck objects";
    case Family::grains:
      return "Grains";
    case Family::rods:
      return "Elastic rods";
    case Family::liquids:
      return "Liquids";
    case Family::rain:
      return "Rain on a bar";
    case Family::test_sources:
      break;
  }
  return "Test sources";
}

}  // namespace resound
