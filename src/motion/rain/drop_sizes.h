#pragma once
#include "numerics/random_stream.h"

namespace resound {

// Speed at which a drop of a given diameter falls through still air [Atlas, Srivastava & Sekhon 1973]:
//   U = 9.65 - 10.3 exp(-0.6 D),  D in mm, for 0.6 to 6 mm; smaller drops on a straight line to zero, larger ones as 6
//   mm.
double terminal_speed(double diameter);  // [m] -> [m/s]

double water_mass(double diameter);  // [m] -> [kg]

// How large the drops of a rain are that reach the ground [Marshall & Palmer 1948]: in a cubic metre of air there are
//   N(D) = N0 exp(-Lambda D),  N0 = 8000 / (m^3 mm),  Lambda = 4.1 R^-0.21 / mm,  R in mm/h
// and of these arrive N(D) U(D): large drops fall faster and are met more often.
class DropSizes {
 public:
  DropSizes(double rain_rate, double min_diameter, double max_diameter);  // [mm/h], [m], [m]

  double draw(RandomStream& random) const;  // [m]  a diameter

  // Drops a second on a square metre, so many that the water they bring is the rain rate. (Taken at its word, N0 brings
  // another amount: the fit holds for the shape of the distribution and roughly for its size.)
  double arrival_rate() const { return arrival_rate_; }  // [1/(m^2 s)]

 private:
  double slope_;                        // [1/m]  Lambda
  double min_diameter_, max_diameter_;  // [m]
  double arrival_rate_;
};

}  // namespace resound
