#pragma once
#include <optional>
#include <vector>

#include "rod/rod_lanes.h"
#include "rod/rod_tangent.h"

namespace resound {

// Steps of one rod by the implicit midpoint rule: forces, with their damping, at the middle of the step.
//   v_mid = v + dt/2 a(q + dt/2 v_mid),   q+ = q + dt v_mid,   v+ = 2 v_mid - v
// It keeps the energy of every mode at any step, and lowers a mode of frequency omega by (omega dt)^2 / 12.
// Newton's method with a banded matrix, which is kept as long as it serves.
class RodMidpoint {
 public:
  explicit RodMidpoint(const ElasticRod& rod);
  void step(RodLanes& lanes);  // what is pushed is taken as constant during the step, and cleared

 private:
  struct Middle;
  void measure(const RodState& from, const std::vector<EdgeFrame>& frames, double step, Middle& middle) const;
  bool solve(RodLanes& lanes, const RodState& from, Middle& middle);
  void factor(double step, const Middle& middle);

  const ElasticRod* rod_;
  RodOrder order_;
  RodBand band_;
  std::vector<bool> is_held_;
  bool is_factored_ = false;
};

}  // namespace resound
