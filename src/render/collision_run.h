#pragma once

#include <functional>
#include <memory>
#include <stop_token>

#include "body/prepared_body.h"
#include "collision_file/listed_collision.h"
#include "render/render.h"
#include "scene/scene.h"

namespace resound {

struct CollisionRun {
  int threads = 0;  // 0 = all cores
  std::stop_token stop;
  std::function<void(const Progress&)> progress;     // a few times a second
  std::function<void(const ListedCollision&)> sink;  // called in the order of time
};

// What the objects of a scene are called in a list of its collisions.
ObjectNames collision_names(const Scene& scene);

// Moves a scene without listening, and hands over every collision of its grains and every contact that its rods begin,
// block by block in the order of time. Throws InputError if it has neither.
void run_collisions(const Scene& scene, const PreparedBodies& bodies, const CollisionRun& run);

}  // namespace resound
