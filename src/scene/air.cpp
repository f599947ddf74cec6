#include "scene/air.h"

#include <cmath>

namespace resound {

// c = 343.2 sqrt(T / 293.15) [ISO 9613-1:1993, eq. A.5]; dry-air value, humidity adds at most 0.4 %.
double speed_of_sound(const Air& air) { return 343.2 * std::sqrt((air.temperature + 273.15) / 293.15); }

// Ideal gas, R = 287.05 J/(kg K) for dry air.
double density(const Air& air) { return air.pressure / (287.05 * (air.temperature + 273.15)); }

}  // namespace resound
