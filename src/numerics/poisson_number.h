#pragma once
#include <cstdint>

#include "numerics/random_stream.h"

namespace resound {

// How many events of a Poisson process happen where `mean` of them are expected.
std::int64_t poisson_number(double mean, RandomStream& random);

}  // namespace resound
