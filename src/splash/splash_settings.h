#pragma once
#include <cstdint>

namespace resound {

// The liquid, as bubbles and drops feel it.
struct SplashLiquid {
  double density = 998.2;           // [kg/m^3]
  double surface_tension = 0.0728;  // [N/m]
  double viscosity = 1.0e-3;        // [Pa s]
  double pressure = 101'325;        // [Pa]  of the air above
};

// How splashes are found and what comes of them. docs/liquids.md says where the numbers come from.
struct SplashSettings {
  bool by_frame = false;          // once a frame, as published, in place of each step
  bool as_published = false;      // bubbles by the rules of [Drioli & Rocchesso]
  double frame = 1.0 / 30;        // [s]
  double window = 0.005;          // [s]    hits this near in time may be one splash
  double rest = 0.1;              // [s]    a particle that has hit does not hit again before
  double least_speed = 0.5;       // [m/s]  slower hits make no sound
  double gravity = 9.81;          // [m/s^2]
  double most_bubbles = 2000;     // [1/s]
  double most_impacts = 64 * 30;  // [1/s]
  double published_share = 0.3;   // [1]    as published: radius of a bubble beside that of what fell
  SplashLiquid liquid{};
  std::uint64_t seed = 1;
  std::uint32_t object = 0;  // with the seed, names the random streams
};

}  // namespace resound
