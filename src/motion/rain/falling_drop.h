#pragma once
#include <cstdint>
#include <limits>
#include <vector>

#include "geometry/obstacle.h"
#include "motion/motion_events.h"
#include "numerics/random_stream.h"
#include "scene/rain.h"

namespace resound {

// A drop on its way straight down at constant speed, and where that way ends.
struct FallingDrop {
  double time = 0;           // [s]    when it was at `position`
  Vec3 position;             // [m]
  double diameter = 0;       // [m]
  double speed = 0;          // [m/s]  downward
  std::uint64_t number = 0;  // names its random stream

  double landing_time = std::numeric_limits<double>::infinity();  // [s]
  Vec3 landing_place;                                             // [m]
  Vec3 landing_normal;                                            // outward, of what it hits
  int struck = -1;                                                // object that it hits; -1 = the ground

  Vec3 at(double now) const { return position - Vec3{0, 0, speed * (now - time)}; }
};

// Finds where a drop will land: on the first obstacle below it, or on the ground.
void aim(FallingDrop& drop, const Obstacles& obstacles, double ground_height);

// What a drop does to the obstacle it lands on, as the scene asks for it. The pulse carries the part of the momentum
// that points into the surface.
Contact landing_contact(const FallingDrop& drop, const Obstacles& obstacles, DropExcitation excitation,
                        const PublishedBubbles& published, RandomStream random);

}  // namespace resound
