#pragma once
#include "scene/air.h"

namespace resound {

// How much of a tone the air swallows on its way [ISO 9613-1:1993, eqs. 3 to 5, B.1 to B.3]: viscosity and heat
// conduction, and the vibrations of oxygen and nitrogen that lag behind the pressure. Good to 10 % for -20 to 50
// degrees C, frequency / pressure between 4e-4 and 10 Hz/Pa and a share of water vapour of 0.05 to 5 %.
double absorption_coefficient(double frequency, const Air& air);  // [dB/m]

}  // namespace resound
