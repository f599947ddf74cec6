#pragma once
#include <span>

#include "rod/elastic_rod.h"

namespace resound {

// What holds and loads a rod at rest.
struct RodLoad {
  Vec3 gravity = {};                  // [m/s^2]
  std::vector<int> held = {};         // vertices
  std::vector<int> held_angles = {};  // edges
  std::vector<Vec3> force = {};       // [N]  one a vertex, or empty
};

struct Settled {
  RodState state;
  double residual = 0;  // [1]  greatest force left, over the greatest load or tension
  bool is_settled = false;
};

// The equilibrium that a rod comes to from `from`, by steps of implicit Euler that grow as it settles: a hanging cable
// before t = 0, a wire pressed aside. Velocities are zero.
Settled settle(const ElasticRod& rod, RodState from, const RodLoad& load);

}  // namespace resound
