#include "motion/contact/resting_contact.h"

#include <cmath>

#include "numerics/gravity.h"

namespace resound {

double resting_stiffness(const ContactBody& a, const ContactBody& b, double load) {
  const double k = 4.0 / 3 * contact_modulus(a, b) * std::sqrt(contact_radius(a, b));  // [N/m^1.5]
  return 1.5 * std::cbrt(k * k * load);
}

double resting_swing(const ContactBody& a, const ContactBody& b, double mass) {
  return std::sqrt(resting_stiffness(a, b, mass * kGravity) / mass);
}

}  // namespace resound
