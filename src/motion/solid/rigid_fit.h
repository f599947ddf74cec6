#pragma once
#include <span>

#include "numerics/pose.h"

namespace resound {

// The pose that brings the places `rest` [m] nearest to the places `now` [m], each counted by its weight, turning about
// the origin of `rest` [Horn 1987].
Pose rigid_fit(std::span<const Vec3> rest, std::span<const Vec3> now, std::span<const double> weights);

}  // namespace resound
