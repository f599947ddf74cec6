#pragma once

namespace resound {

struct YieldingModes;

// A spring that stiffens: F = stiffness * dent^exponent. Hertz is 1.5; felt is 2.2 to 3.5.
struct PowerLaw {
  double stiffness = 0;   // [N/m^exponent]
  double exponent = 1.5;  // [1]
};

// A mass that meets such a spring without loss.
struct PowerLawContact {
  double indentation = 0;  // [m]
  double duration = 0;     // [s]
  double peak_force = 0;   // [N]
};
PowerLawContact power_law_contact(const PowerLaw& spring, double mass, double speed);

// The half-sine that has the impulse and the rms width of the contact lasts this share of it.
double half_sine_share(double exponent);

// The same against a body whose slow modes give way: see YieldingModes.
struct YieldingContact {
  double mass = 0;      // [kg]
  double duration = 0;  // [s]
};
YieldingContact yielding_contact(const PowerLaw& spring, double inverse_mass, const YieldingModes& modes, double speed);

}  // namespace resound
