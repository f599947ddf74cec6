#pragma once
#include <cstdint>
#include <span>

#include "numerics/vec3.h"

namespace resound {

// A liquid of particles at one instant, as a detector of events and a picture see it, whoever moves it. A particle
// keeps its place in the spans for life; one that has left has no finite position.
struct LiquidView {
  double time = 0;                     // [s]
  double spacing = 0;                  // [m]  dx: each particle stands for dx^3 of liquid
  std::span<const Vec3> positions;     // [m]
  std::span<const Vec3> velocities;    // [m/s]
  std::span<const float> crowding;     // [1]  neighbours beside those within the bulk: 0 alone, 1 deep within
  std::span<const std::int16_t> wall;  // which wall is touched (nearer than spacing), -1: none
};

}  // namespace resound
