#pragma once
#include <span>
#include <vector>

#include "radiation/sphere_kick.h"

// The exact sound of one rigid sphere that a half-sine of force pushes [Koss & Alfredson 1973], in closed form. The
// misprints of the form that is often quoted are mended: docs/acceleration-noise.md.
namespace resound {

struct StillAir {
  double density = 1.2041;         // [kg/m^3]
  double speed_of_sound = 343.21;  // [m/s]
};

// Acceleration peak * sin(pi t / duration) of a sphere for 0 < t < duration.
struct SpherePush {
  double radius = 0;    // [m]
  double peak = 0;      // [m/s^2]
  double duration = 0;  // [s]
};

// The push that changes the velocity by `change` [m/s].
SpherePush push_by(double radius, double change, double duration);

// Pressure over time at one ear.
//
//   P / A = rho a^3 cos(theta) / r^2 * (l^2 + l q s) / (s^2 + 2 l s + 2 l^2) * exp(-s (r - a)/c),  l = c/a, q = r/a
class SpherePressure {
 public:
  // `cosine` of the angle between the acceleration and the way from the sphere's centre to the ear.
  SpherePressure(const SpherePush& push, const StillAir& air, double distance, double cosine);
  // The same of a kick, of which `impulse` [N s] points to the ear.
  SpherePressure(const SphereKick& kick, double speed_of_sound, double distance, double impulse);

  double at(double since_onset) const;  // [s] -> [Pa]; the onset comes (r - a)/c after the push begins

 private:
  friend class AirPush;
  SpherePressure(double radius, double duration, double distance, double speed_of_sound, double scale);
  double ring(double x) const;  // what the sphere's own field still does, x after a corner of the push

  double duration_ = 0;                     // [s]    d
  double turn_ = 0;                         // [1/s]  b = pi/d
  double decay_ = 0;                        // [1/s]  l
  double cosine_ = 0, sine_ = 0;            // [Pa]   of the push
  double ring_cosine_ = 0, ring_sine_ = 0;  // [Pa]   of the ringing
};

// One instant of a push and the share of the whole that falls on it.
struct PushNode {
  double time = 0;   // [s]  from the middle of the kick
  double share = 0;  // [1]
};

// The push of a kick as the air far away feels it: the half-sine, drawn out by the time that sound needs around the
// sphere. Its area is one and its spectrum Q of kick_shape.h, so that any ear hears
//   p(t) = J.n / (4 pi r^2) (1 + r/c d/dt) push(t - r/c)
class AirPush {
 public:
  AirPush(const SphereKick& kick, double speed_of_sound);

  // Gauss points on the stretches on which the push is smooth, good to 1e-6 for notes up to `band` [rad/s].
  void add_nodes(double band, std::vector<PushNode>& nodes) const;

 private:
  void add_panels(double begin, double end, double band, std::vector<PushNode>& nodes) const;
  SpherePressure push_;  // [1/s]
};

}  // namespace resound
