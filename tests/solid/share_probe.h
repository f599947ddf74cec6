#pragma once
#include <algorithm>
#include <span>

#include "geometry/linear_tets.h"
#include "geometry/shape_bricks.h"
#include "solid/solid_mesh.h"
#include "solid/step_shares.h"

// A solid to be divided, and how long that takes.
namespace resound {

inline ElasticSolid bowl() {
  return {in_halved_order(linear_tets(brick_mesh(BowlShape{0.08, 0.05, 0.004}, 0.0155))), {}};
}

// The longest of the threads' times for a step.
inline double time_of(const StepWork& work, std::span<const std::size_t> cuts, std::span<const double> speeds) {
  double longest = 0;
  for (std::size_t i = 0; i < speeds.size(); ++i)
    longest = std::max(longest, work.cost(cuts[i], cuts[i + 1]) / speeds[i]);
  return longest;
}

}  // namespace resound
