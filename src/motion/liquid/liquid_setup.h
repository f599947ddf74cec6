#pragma once
#include <vector>

#include "body/prepared_body.h"
#include "liquid/liquid_system.h"
#include "scene/scene.h"
#include "splash/basin.h"

namespace resound {

// A liquid of a scene and all that it meets, ready for the solver.
struct LiquidSetup {
  LiquidSystem system;
  std::vector<int> wall_objects;  // of each wall; -1: the ground
  std::vector<int> ball_objects;  // of each ball
  std::vector<Basin> basins;      // in the frames of their walls
  std::vector<int> basin_walls;   // of each basin
};

// Throws InputError where the scene describes what cannot be, LimitError where it asks for too many particles.
LiquidSetup set_up_liquid(const Scene& scene, const PreparedBodies& bodies, int object);

// How a wall goes from one time to another [s].
WallMotion wall_motion(const Scene& scene, int object, double time, double until);

}  // namespace resound
