#pragma once
#include "picture/vec3f.h"

// The colours of velocity: blue goes inward, red goes outward, near white stands still.
namespace resound {

// Speeds of a ringing body span many powers of ten, so the scale is logarithmic on both sides of a straight middle, and
// the same in every picture, so that two pictures can be compared:
//   position(v) = sign(v) log10(1 + |v| / v0) / log10(1 + v1 / v0),   v0 = 0.01 mm/s, v1 = 100 mm/s
inline constexpr double kSlowestShown = 1e-5;  // [m/s] v0
inline constexpr double kFastestShown = 0.1;   // [m/s] v1

double velocity_position(double speed);  // [m/s] -> -1 to 1
Rgb diverging_colour(double position);   // -1 to 1 -> linear light
inline Rgb velocity_colour(double speed) { return diverging_colour(velocity_position(speed)); }

}  // namespace resound
