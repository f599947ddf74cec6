#pragma once

namespace resound {

// Two spheres that touch stand in each other's flow: of the dipole that each would be alone, this much is heard from
// afar (potential flow, so for spheres much smaller than the wave). What is missing of a pair can be sent as one more
// dipole from the point where they touch.
struct DipoleShares {
  double first = 1;   // [1]
  double second = 1;  // [1]
};
DipoleShares touching_dipole_shares(double first_radius, double second_radius);

}  // namespace resound
