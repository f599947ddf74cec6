#pragma once
#include <vector>

#include "grain/grain_kind.h"
#include "grain/grain_solver.h"
#include "scene/scene.h"

namespace resound {

// One wall that grains can meet: the ground, or an object of the scene.
struct WallSort {
  int object = -1;           // index into Scene::objects; -1: the ground
  GrainSurface surface;      // how grains meet it
  double young_modulus = 0;  // [Pa]
  double poisson_ratio = 0;  // [1]
  bool rings = false;        // does the object want to be told?
};

// All that can collide in a scene with grains, numbered as the solver numbers it; motion and emission both make it from
// the scene. Grains whose sizes are spread come in a few sizes.
struct GrainSorts {
  std::vector<GrainKind> kinds;
  std::vector<int> object_of_kind;
  std::vector<WallSort> walls;
};

GrainSorts grain_sorts(const Scene& scene);

// The sizes of an object's grains, from small to large [m].
std::vector<double> grain_sizes(const Grains& grains);

}  // namespace resound
