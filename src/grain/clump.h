#pragma once
#include <cstdint>
#include <vector>

#include "grain/grain_kind.h"

namespace resound {

// Grains of a shape that balls make together: `like` with that shape. Volume and moments are those of the union of the
// balls, of uniform density, found on 512 x 512 columns: to about 1e-5 of their value. The balls are moved and turned
// into the frame that GrainKind asks for.
GrainKind clump(GrainKind like, std::vector<ClumpBall> balls);

// Shapes, about the origin. Edges are as round as the balls.
std::vector<ClumpBall> disc_balls(double diameter, double thickness);  // [m]  flat along z; a ring and what is inside
std::vector<ClumpBall> cube_balls(double edge, double rounding);  // [m]  a die; rounding is the radius of its balls
// Gravel: balls at random about the middle of a lump of about this size [m]; the same seed gives the same stone.
std::vector<ClumpBall> pebble_balls(double size, std::uint64_t seed);

}  // namespace resound
