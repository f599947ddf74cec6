#pragma once
#include <span>

#include "numerics/vec3.h"

// Vibrations are micrometres; the picture draws them larger.
namespace resound {

// The automatic law. A body of size L [m] whose skin is displaced by at most u [m] at an instant is drawn displaced by
//
//   s(u) = a u / (u + b),   a = 0.012 L,  b = 1e-6 L
//
// so a small hit of a micrometre on a one-metre bar moves a few pixels, ten times as much is seen as more, and nothing
// is bent by more than 1.2 % of its size that does not bend so far in truth: that is drawn as it is. The law looks at
// one instant only: a resumed render draws the same frames.
inline constexpr double kLargestShown = 0.012;  // [1] of the body's size
inline constexpr double kHalfShownAt = 1e-6;    // [1] of the body's size: displacement that is shown half as large

// Factor by which to draw the displacements of one body; `exaggeration` as in PictureSetup: 0 asks for the law above.
double shown_factor(std::span<const Vec3> displacement, double body_size, double exaggeration);

// Longest edge of the box about some points [m].
double extent(std::span<const Vec3> points);

}  // namespace resound
