#pragma once
#include "numerics/pi.h"

namespace resound {

// Wendland's C2 kernel in space [Wendland 1995]:
//   W(q) = a t^4 (1 + 2 q),  W'/r = -(5 a / h^2) t^3,  a = 21 / (16 pi h^3),  t = 1 - q/2,  q = r/h <= 2
struct Wendland {
  double h = 1;  // [m]

  double reach() const { return 2 * h; }                       // [m]
  double peak() const { return 21 / (16 * kPi * h * h * h); }  // [1/m^3]  a
  double slope() const { return 5 * peak() / (h * h); }        // [1/m^5]  5 a / h^2
  double value(double r) const {                               // [1/m^3]
    const double t = 1 - r / (2 * h);
    return t > 0 ? peak() * t * t * t * t * (5 - 4 * t) : 0;
  }
};

}  // namespace resound
