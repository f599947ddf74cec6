#pragma once

namespace resound {

// How a surface meets others. Of two that touch, friction and restitution are the geometric means.
struct ContactRule {
  double friction = 0.3;     // [1]  Coulomb
  double restitution = 0.5;  // [1]  of the touch itself; what the bodies keep as vibration is lost besides
};

// How a touch pushes, told in steps: with reduced mass m, depth d and approach s [m/s],
//   N = k d + c s >= 0,   k = stiffness m / dt^2,   c = damping m / dt,
// a spring and a dashpot that never pull. Both are linear, so that a touch gives back the same share of its speed at
// any speed.
struct TouchLaw {
  double stiffness = 0;  // [1]  (omega dt)^2
  double damping = 0;    // [1]  2 zeta omega dt

  // What the touch takes from the bound on the step: symplectic Euler with forces from the last known velocity is
  // stable as long as the largest eigenvalue of M^-1 (dt^2 K + 2 dt C) stays below 4.
  double share_of_bound() const { return stiffness + 2 * damping; }
};

// The law that keeps `restitution` of the speed at which a mass meets something rigid, and takes no more than `share`
// from the bound. Restitution comes out within 2 % of the asked value, or 0.02 where less than 0.02 is asked for.
TouchLaw touch_law(double restitution, double share);

// By how much a step of the touch shortens the way into the other, N dt^2 / m [m], from the depth now and the way that
// the last step went in, s dt [m]. `is_new`: there was no touch a step ago.
double push(const TouchLaw& law, double depth, double advance, bool is_new);

}  // namespace resound
