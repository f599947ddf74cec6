#pragma once
#include "scene/rod.h"

namespace resound {

Rod steel_rod(double diameter);  // [m]  round, without damping, touching nothing

// Pinned along x at a height of 1 m, under 70 N.
Rod steel_string(int edges);
constexpr double kStringPitch = 190.845;  // [Hz]

}  // namespace resound
