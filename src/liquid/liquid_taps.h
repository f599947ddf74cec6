#pragma once
#include <vector>

#include "base/state_archive.h"
#include "liquid/liquid_system.h"

namespace resound {

// Mouths that send out one layer of particles after the other, so many and so often that the flow is exactly that asked
// for; and drops.
class LiquidTaps {
 public:
  LiquidTaps(const LiquidSystem& system);

  // Particles that have come out in (before, now] [s], where they are now.
  void pour(double before, double now, const Vec3& gravity, std::vector<LiquidParticle>& out);

 private:
  struct Mouth {
    LiquidTap tap;
    std::vector<Vec3> places;  // [m]  of one layer
    double interval = 0;       // [s]  from layer to layer
  };
  void drip(const LiquidDrips& drips, double before, double now, const Vec3& gravity,
            std::vector<LiquidParticle>& out) const;

  double spacing_;
  std::vector<Mouth> mouths_;
  std::vector<LiquidDrips> drips_;
};

// Particles of a ball of liquid about the origin [m], a lattice cut round: its volume to half a particle.
std::vector<Vec3> ball_of_liquid(double radius, double spacing);

}  // namespace resound
