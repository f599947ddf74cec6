#pragma once
#include <span>

#include "motion/motion_events.h"
#include "numerics/vec3.h"

// Two bodies that touch, press and part: how long it takes and what they hand over. Elastic solids after Hertz, with
// the losses in a coefficient of restitution [Johnson 1985, ch. 4 and 11.4]. It holds while the dent is small beside
// the radii and the contact long beside the time a wave needs through the smaller body.
namespace resound {

// One of the two, at the point of contact.
struct ContactBody {
  double young_modulus = 0;      // [Pa]
  double poisson_ratio = 0;      // [1]
  double restitution = 1;        // [1]    against its like
  double larger_curvature = 0;   // [1/m]  principal curvatures of its surface, positive where it bulges outward:
  double smaller_curvature = 0;  // [1/m]  1/R twice for a ball, 0 for a flat wall, negative inside a bowl
  double inverse_mass = 0;       // [1/kg] as felt at this point along the normal; 0 for what does not give way
};

// An elastic encounter. All of it is before any loss: restitution enters with the pulse.
struct HertzContact {
  double modulus = 0;      // [Pa]  E*
  double radius = 0;       // [m]   R*
  double mass = 0;         // [kg]  m*
  double indentation = 0;  // [m]   at the deepest
  double duration = 0;     // [s]   d
  double peak_force = 0;   // [N]
};

double contact_modulus(const ContactBody& a, const ContactBody& b);      // [Pa]
double contact_radius(const ContactBody& a, const ContactBody& b);       // [m]
double contact_restitution(const ContactBody& a, const ContactBody& b);  // [1]

// `speed` is that of approach along the normal [m/s].
HertzContact hertz_contact(const ContactBody& a, const ContactBody& b, double speed);

// What is left of a contact for the ear: the half-sine with the same impulse and the same rms width. It lies in the
// middle of the contact, so it begins a little after first touch.
StrikePulse strike_pulse(const ContactBody& a, const ContactBody& b, double speed);

// From first touch to the middle of the pulse [s], which is the middle of the contact.
double pulse_middle(const StrikePulse& pulse);

// ---- how heavy a struck body feels

// [1/kg] at a lever arm from the centre of mass, along `normal`; inertia about the centre, row-major. A body that is
// struck beside its centre turns away and feels lighter.
double inverse_mass_at(double mass, std::span<const double, 9> inertia, const Vec3& lever, const Vec3& normal);

// The modes of the struck body at the point: those which swing slowly against the contact take part like free masses.
// Modes from the lowest.
struct YieldingModes {
  std::span<const double> omega;  // [rad/s]
  std::span<const double> shape;  // [1/sqrt(kg)]  along the normal
};

// The same pulse against a body whose wall gives way: m* = 1 / (1/m_a + 1/m_b + sum of shape^2) over the modes with
// omega d < 1, where d is the duration that this m* leads to. An estimate: the wall's own recoil during the contact.
StrikePulse strike_pulse(const ContactBody& a, const ContactBody& b, const YieldingModes& modes, double speed);

}  // namespace resound
