#pragma once
#include "liquid/wall_samples.h"

namespace resound {

// A ball filled with shells of particles below its surface, each spread evenly on a spiral.
std::vector<WallSample> sample_sphere(double radius, double spacing, int layers);

}  // namespace resound
