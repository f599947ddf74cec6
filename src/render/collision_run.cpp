#include "render/collision_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/parallel.h"
#include "motion/grain/grain_names.h"
#include "motion/motion.h"
#include "render/guard.h"
#include "render/progress_pace.h"
#include "render/timeline.h"

namespace resound {
namespace {

// Grains have their kind as their name, and their number; a wall is one thing.
ListedCollision listed(const Collision& c, const GrainEvents& grains, std::int32_t kinds) {
  const bool is_wall = c.second < 0;
  const std::int32_t first_object = grains.kind_of[static_cast<std::size_t>(c.first)];
  const std::int32_t second_object =
      is_wall ? kinds + wall_as_body(c.second) : grains.kind_of[static_cast<std::size_t>(c.second)];
  return {c.time, c.place, c.normal, c.speed, c.first, is_wall ? 0 : c.second, first_object, second_object};
}

}  // namespace

ObjectNames collision_names(const Scene& scene) { return grain_names(scene, grain_sorts(scene)); }

void run_collisions(const Scene& scene, const PreparedBodies& bodies, const CollisionRun& run) {
  const auto is_grains = [](const Object& object) {
    return std::holds_alternative<Grains>(object.kind) || std::holds_alternative<Sand>(object.kind);
  };
  if (std::ranges::none_of(scene.objects, is_grains))
    throw InputError(fmt::format("{} has no [[grains]] and no [[sand]], so nothing in it collides", scene.name));
  const ThreadLimit threads(run.threads);
  const auto kinds = static_cast<std::int32_t>(grain_sorts(scene).kinds.size());
  Scene all = scene;
  all.unheard = {};  // what nobody would hear collides all the same
  Motion motion(all, bodies);
  ProgressPace pace;
  for (Timeline timeline(scene, {}, 0); !timeline.is_over(); timeline.next()) {
    if (run.stop.stop_requested()) throw CancelledError("stopped; no list is written");
    const MotionEvents& events = motion.advance(timeline.block());
    check_health(events.health, scene, timeline.block());
    for (const Collision& collision : events.grains.collisions) run.sink(listed(collision, events.grains, kinds));
    if (run.progress && pace.is_due()) run.progress(timeline.progress());
  }
}

}  // namespace resound
