#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/state_archive.h"
#include "collision_file/collision_reader.h"
#include "geometry/obstacle.h"
#include "grain/collision.h"
#include "motion/grain/grain_sorts.h"
#include "motion/grain/heard_collisions.h"
#include "motion/motion_events.h"
#include "scene/scene.h"

namespace resound {

// Plays a list of collisions in place of a solver: a stream, of which a window is held. Grains are numbered by their
// kinds, for more is not asked of them.
class CollisionListMotion {
 public:
  CollisionListMotion(const CollisionList& list, const Scene& scene);

  void advance(const TimeBlock& block, const Obstacles& obstacles, MotionEvents& events);
  void archive(StateArchive& state);

 private:
  int body_called(std::int32_t object);  // kind, or wall_as_body()
  Collision resolve(const ListedCollision& row);
  void rewind(std::int64_t played);

  CollisionList list_;
  std::shared_ptr<const Scene> scene_;  // a copy
  GrainSorts sorts_;
  std::vector<int> kind_of_;  // 0, 1, 2, …
  std::unique_ptr<CollisionReader> reader_;
  std::vector<int> bodies_;  // of the reader's names
  std::optional<ListedCollision> next_;
  std::int64_t played_ = 0;
  HeardCollisions heard_;
};

}  // namespace resound
