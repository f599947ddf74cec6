#pragma once
#include <vector>

#include "body/prepared_body.h"
#include "grain/wall.h"
#include "motion/grain/grain_sorts.h"
#include "scene/scene.h"

// The walls that grains can meet in a scene, one for each of the sorts, and how they go.
namespace resound {

WallMotion wall_motion(const Scene& scene, const WallSort& wall, double time, double until);  // [s]
std::vector<WallMotion> wall_motions(const Scene& scene, const GrainSorts& sorts, double time, double until);

// As they stand at the beginning, gates closed.
std::vector<Wall> walls_of(const Scene& scene, const PreparedBodies& bodies, const GrainSorts& sorts);

}  // namespace resound
