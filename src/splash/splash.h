#pragma once
#include <variant>

#include "numerics/vec3.h"

// What a liquid in motion does that can be heard: found by a SplashDetector, held by a list, played by emission.
namespace resound {

inline constexpr int kOnLiquid = -1;  // in place of a wall

// Liquid came down on a solid or on other liquid: a drop, or particles that fell together.
struct SplashImpact {
  double time = 0;    // [s]    of first touch
  Vec3 place;         // [m]
  Vec3 direction;     // unit, in which it came
  double speed = 0;   // [m/s]  against what it met
  double radius = 0;  // [m]   of a ball of as much liquid, r_c
  double gain = 1;    // [1]    of the amplitude: what the cap on their number has merged into it
  int particles = 1;
  int wall = kOnLiquid;  // which wall was struck
  int basin = 0;         // in which vessel
};

// A bubble was closed off under the surface.
struct SplashBubble {
  double time = 0;    // [s]  of the pinch-off
  Vec3 place;         // [m]
  double radius = 0;  // [m]
  double rise = 0;    // [1]  xi: the pitch rises at xi times the rate of decay
  double depth = 0;   // [m]  of its centre under the surface
  double swing = 0;   // [1]  epsilon: first excursion of the radius, as a share of it
  double gain = 1;    // [1]  of the amplitude
  int basin = 0;
};

// How high the resting liquid stands, now and then.
struct SplashLevel {
  double time = 0;   // [s]
  double level = 0;  // [m]  above the bottom of the basin
  int basin = 0;
};

using Splash = std::variant<SplashImpact, SplashBubble, SplashLevel>;

inline double time_of(const Splash& splash) {
  return std::visit([](const auto& kind) { return kind.time; }, splash);
}

}  // namespace resound
