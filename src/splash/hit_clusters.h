#pragma once
#include <span>
#include <vector>

#include "splash/particle_hits.h"
#include "splash/splash.h"

namespace resound {

// Hits that are one splash.
struct HitCluster {
  SplashImpact impact;           // on a wall if most of them were
  int touched_wall = kOnLiquid;  // that at least one of them touched
  double last = 0;               // [s]  time of the last of them; the impact has that of the first
};

// Joins hits of one window of time that lie closer than two spacings: N of them are a ball of N dx^3 of liquid, a
// single one is a drop. If more than `most` are left, hits farther apart are joined too, until they are few enough. In
// the order of time.
std::vector<HitCluster> join_hits(std::span<const ParticleHit> hits, double spacing, std::size_t most);

double radius_of(std::size_t particles, double spacing);  // [m]  r_c = (3 N dx^3 / (4 pi))^(1/3)

}  // namespace resound
