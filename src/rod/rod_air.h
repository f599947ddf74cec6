#pragma once
#include <cstddef>

namespace resound {

// The air that vertices take along, in rows of the tensor's xx, yy, zz, xy, xz, yz [m^3], and what is added to it
// during a sample. All rows go on to the next whole block.
struct RodAirRows {
  const double *air = nullptr, *change = nullptr;
  std::size_t row = 0;  // [numbers]
};
// (air + part change) acceleration, in rows of x, y and z.
void pull_air(const RodAirRows& rows, double part, const double* accelerations, double* to);  // [m^4/s^2]

}  // namespace resound
