#pragma once
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "numerics/vec3.h"

namespace resound {

// The share of the approach speed that two bodies part with. Real bodies lose less when they meet more slowly; for
// viscoelastic spheres 1 - e goes as the fifth root of the speed [Ramirez 1999]. A rational form that agrees with it
// at low speed stays between 0 and 1 at any:
//   e(v) = 1 / (1 + (1/e0 - 1) (v/v0)^(1/5))
struct Restitution {
  double value = 0.9;    // [1]    e0, above 0 and at most 1
  double reference = 0;  // [m/s]  v0, the speed at which `value` was measured; 0: the same at every speed

  double at(double speed) const {  // [m/s] -> [1]
    if (reference <= 0 || value >= 1) return value;
    return 1 / (1 + (1 / value - 1) * std::pow(speed / reference, 0.2));
  }
};

// How a surface meets others. Of two that touch, each number is the geometric mean of theirs.
struct GrainSurface {
  Restitution restitution = {};
  double friction = 0.2;                // [1]  Coulomb
  double tangential_restitution = 0.4;  // [1]  of the sliding speed of a contact that grips [Walton 1993]: 0 .. 1
};

// A part of a grain that is no ball.
struct ClumpBall {
  Vec3 offset;        // [m]  of its centre, in the grain's own frame
  double radius = 0;  // [m]
};

// What grains of one sort share: size, shape and material. They are balls, unless `balls` says otherwise.
struct GrainKind {
  double radius = 0.001;         // [m]      of a clump: that of the ball of equal volume
  double density = 2500;         // [kg/m^3]
  double youngs_modulus = 70e9;  // [Pa]   for soft contacts and for the sound
  double poisson_ratio = 0.23;   // [1]
  GrainSurface surface = {};
  // A clump: balls that hold together rigidly and may overlap. The frame has its origin at the centre of mass and its
  // axes along the principal ones: clump.h makes it so. The event-driven solver takes balls only.
  std::vector<ClumpBall> balls = {};
  Vec3 inertia = {};  // [m^2]  of a clump: its principal moments over its mass

  bool is_clump() const { return !balls.empty(); }
  double reach() const {  // [m]  of its farthest point from its middle
    double most = balls.empty() ? radius : 0;
    for (const ClumpBall& ball : balls) most = std::max(most, length(ball.offset) + ball.radius);
    return most;
  }
  double mass() const { return 4.0 / 3 * std::numbers::pi * radius * radius * radius * density; }  // [kg]
};

}  // namespace resound
