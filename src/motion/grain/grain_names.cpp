#include "motion/grain/grain_names.h"

#include <fmt/format.h>

#include <algorithm>

#include "grain/collision.h"

namespace resound {
namespace {

const std::string& object_name(const Scene& scene, int object) {
  static const std::string kGround = "ground";
  return object < 0 ? kGround : scene.objects[static_cast<std::size_t>(object)].name;
}

}  // namespace

ObjectNames grain_names(const Scene& scene, const GrainSorts& sorts) {
  ObjectNames names;
  for (std::size_t k = 0; k < sorts.kinds.size(); ++k) {
    const int object = sorts.object_of_kind[k];
    const auto first = std::ranges::find(sorts.object_of_kind, object) - sorts.object_of_kind.begin();
    const bool has_sizes = std::ranges::count(sorts.object_of_kind, object) > 1;
    names.push_back(has_sizes
                        ? fmt::format("{}:{}", object_name(scene, object), static_cast<std::ptrdiff_t>(k) - first + 1)
                        : object_name(scene, object));
  }
  for (const WallSort& wall : sorts.walls) names.push_back(object_name(scene, wall.object));
  return names;
}

std::optional<int> find_grain_body(std::string_view name, const Scene& scene, const GrainSorts& sorts) {
  const ObjectNames names = grain_names(scene, sorts);
  const int kinds = static_cast<int>(sorts.kinds.size());
  if (const auto found = std::ranges::find(names, name); found != names.end()) {
    const int index = static_cast<int>(found - names.begin());
    return index < kinds ? index : wall_as_body(index - kinds);
  }
  std::vector<int> sizes;
  for (int k = 0; k < kinds; ++k)
    if (object_name(scene, sorts.object_of_kind[static_cast<std::size_t>(k)]) == name) sizes.push_back(k);
  if (sizes.empty()) return std::nullopt;
  return sizes[sizes.size() / 2];
}

}  // namespace resound
