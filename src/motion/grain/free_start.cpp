#include "motion/grain/free_start.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "grain/wall_field.h"

namespace resound {
namespace {

constexpr double kMayOverlap = 1e-6;  // [1]  of the radius: grains that are placed to touch

bool is_within(const WallField& wall, const Vec3& place, double radius) {
  const auto touch = wall.touch(place, {}, radius, 0, -kMayOverlap * radius);
  return touch && touch->gap < 0;
}

bool is_within(const WallField& wall, const Grain& grain, const GrainKind& kind) {
  if (!kind.is_clump()) return is_within(wall, grain.position, kind.radius);
  return std::ranges::any_of(kind.balls, [&](const ClumpBall& ball) {
    return is_within(wall, grain.position + grain.rotation * ball.offset, ball.radius);
  });
}

double largest_radius(const GrainSystem& system) {  // [m]
  double largest = 0;
  for (const GrainKind& kind : system.kinds) largest = std::max(largest, kind.radius);
  return largest;
}

}  // namespace

void require_free_start(const GrainSystem& system, const GrainSorts& sorts, const Scene& scene) {
  const auto object_of = [&](const Grain& grain) {
    return static_cast<std::size_t>(sorts.object_of_kind[static_cast<std::size_t>(grain.kind)]);
  };
  std::vector<int> all(scene.objects.size());
  for (const Grain& grain : system.grains) ++all[object_of(grain)];
  for (std::size_t w = 0; w < system.walls.size(); ++w) {
    const WallField wall(system.walls[w], largest_radius(system));
    std::vector<int> within(scene.objects.size());
    for (const Grain& grain : system.grains)
      within[object_of(grain)] += is_within(wall, grain, system.kinds[static_cast<std::size_t>(grain.kind)]);
    const auto found = std::ranges::find_if(within, [](int count) { return count > 0; });
    if (found == within.end()) continue;
    const auto object = static_cast<std::size_t>(found - within.begin());
    const int in = sorts.walls[w].object;
    throw InputError(fmt::format("{} of the {} {} begin within {}; move their position_m or make fill_radius_m smaller",
                                 *found, all[object], scene.objects[object].name,
                                 in < 0 ? "the ground" : scene.objects[static_cast<std::size_t>(in)].name));
  }
}

}  // namespace resound
