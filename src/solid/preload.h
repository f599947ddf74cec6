#pragma once
#include <span>
#include <vector>

#include "numerics/gravity.h"
#include "solid/elastic_solid.h"

namespace resound {

struct PreloadSettings {
  Vec3 gravity{0, 0, -kGravity};  // [m/s^2]
  double tolerance = 1e-4;        // [1]  force that is left, in weights: mean square over the free nodes
  int most_steps = 2'000'000;
};

struct Preload {
  bool is_settled = false;
  double residual = 0;  // [1]  as the tolerance
  int steps = 0;
};

// Brings a solid that is held somewhere to rest under its weight, from the given positions [m] (kNodeStride a node):
// without this it would begin by falling into its own bending, and sound. Dynamic relaxation with kinetic damping
// [Cundall 1976]: the solid swings freely, and whenever its kinetic energy has passed a peak, where the forces are
// nearly balanced, it is stopped.
Preload settle(const ElasticSolid& solid, const std::vector<int>& held, std::span<double> position,
               const PreloadSettings& settings = {});

}  // namespace resound
