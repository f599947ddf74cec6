#pragma once
#include "motion/contact/hertz.h"

namespace resound {

// Stiffness of a contact that bears a load [N/m]: the slope of Hertz's law F = k s^(3/2) there, 3/2 k^(2/3) F^(1/3).
double resting_stiffness(const ContactBody& a, const ContactBody& b, double load);  // [N]

// At which a mass [kg] swings on the contact that bears its weight [rad/s].
double resting_swing(const ContactBody& a, const ContactBody& b, double mass);

}  // namespace resound
