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

const std::string kGroundName = "ground";

bool is_grains(const Object& object) {
  return std::holds_alternative<Grains>(object.kind) || std::holds_alternative<Sand>(object.kind);
}
bool is_rod(const Object& object) { return std::holds_alternative<Rod>(object.kind); }

// Grains have their kind as their name, and their number; a wall is one thing.
ListedCollision listed(const Collision& c, const GrainEvents& grains, std::int32_t kinds) {
  const bool is_wall = c.second < 0;
  const std::int32_t first_object = grains.kind_of[static_cast<std::size_t>(c.first)];
  const std::int32_t second_object =
      is_wall ? kinds + wall_as_body(c.second) : grains.kind_of[static_cast<std::size_t>(c.second)];
  return {c.time, c.place, c.normal, c.speed, c.first, is_wall ? 0 : c.second, first_object, second_object};
}

// Rods and what they touch are called by their names; `first` and `second` count edges or vertices.
class RodNames {
 public:
  explicit RodNames(const Scene& scene) : scene_(scene), names_(collision_names(scene)) {}

  ListedCollision listed(const RodContact& c) const {
    return {c.time, c.place, c.normal, c.speed, c.part, c.other_part, index_of(c.object), index_of(c.other)};
  }

 private:
  std::int32_t index_of(int object) const {
    const std::string& name = object < 0 ? kGroundName : scene_.objects[static_cast<std::size_t>(object)].name;
    return static_cast<std::int32_t>(std::ranges::find(names_, name) - names_.begin());
  }

  const Scene& scene_;
  ObjectNames names_;
};

bool is_in(const ObjectNames& names, const std::string& name) { return std::ranges::find(names, name) != names.end(); }

}  // namespace

ObjectNames collision_names(const Scene& scene) {
  ObjectNames names = grain_names(scene, grain_sorts(scene));
  if (std::ranges::none_of(scene.objects, is_rod)) return names;
  if (!is_in(names, kGroundName)) names.push_back(kGroundName);
  for (const Object& object : scene.objects)
    if (!is_in(names, object.name)) names.push_back(object.name);
  return names;
}

void run_collisions(const Scene& scene, const PreparedBodies& bodies, const CollisionRun& run) {
  if (std::ranges::none_of(scene.objects, is_grains) && std::ranges::none_of(scene.objects, is_rod))
    throw InputError(
        fmt::format("{} has no [[grains]], no [[sand]] and no [[rod]], so nothing in it collides", scene.name));
  const ThreadLimit threads(run.threads);
  const auto kinds = static_cast<std::int32_t>(grain_sorts(scene).kinds.size());
  const RodNames rods(scene);
  Scene all = scene;
  all.unheard = {};  // what nobody would hear collides all the same
  Motion motion(all, bodies);
  ProgressPace pace;
  const auto look_up = [&](const Progress& progress) {
    if (run.stop.stop_requested()) throw CancelledError("stopped; no list is written");
    if (run.progress && pace.is_due()) run.progress(progress);
  };
  while (const double left = motion.settle()) look_up({.scene_time = -left, .duration = scene.duration});
  for (Timeline timeline(scene, {}, 0); !timeline.is_over(); timeline.next()) {
    const MotionEvents& events = motion.advance(timeline.block());
    check_health(events.health, scene, timeline.block());
    for (const Collision& collision : events.grains.collisions) run.sink(listed(collision, events.grains, kinds));
    for (const RodContact& contact : events.rod_contacts) run.sink(rods.listed(contact));
    look_up(timeline.progress());
  }
}

}  // namespace resound
