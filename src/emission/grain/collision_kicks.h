#pragma once
#include <vector>

#include "motion/contact/hertz.h"
#include "radiation/sphere_kick.h"

// From a collision to the kicks that it gives the air: docs/acceleration-noise.md.
namespace resound {

// A ball as its collisions know it.
struct CollidingSphere {
  double radius = 0;         // [m]
  double density = 0;        // [kg/m^3]
  double young_modulus = 0;  // [Pa]
  double poisson_ratio = 0;  // [1]
};

// A large flat wall that does not give way.
struct CollidingWall {
  double young_modulus = 0;  // [Pa]
  double poisson_ratio = 0;  // [1]
  // A rigid wall is heard as the mirror image of whatever meets it. A ground that reflects is one already: propagation
  // mirrors every source in it.
  bool has_image = true;
};

// One collision of such bodies.
struct Encounter {
  double time = 0;         // [s]    of first touch
  Vec3 place;              // [m]    where they touch
  Vec3 normal;             // unit, from the first to the second
  double speed = 0;        // [m/s]  of approach along the normal
  double restitution = 1;  // [1]
  int object = 0;
};

// What all collisions between two sorts of bodies have in common, found once. In a collision
//
//   both are pushed apart for d = d1 (speed)^(-1/5) [Hertz],  by  dv = (1 + e) speed m*/m
//   push -> half-sine of the same impulse and rms width -> one kick a sphere, in opposite directions
//
// and the two nearly cancel. Where they differ in size, a third kick where they touch stands for what each sphere does
// to the other's flow. Losses shorten the push by little (1 % in rms width for e > 0.6), which is left out.
class CollisionSound {
 public:
  CollisionSound(const CollidingSphere& first, const CollidingSphere& second, double air_density);
  CollisionSound(const CollidingSphere& first, const CollidingWall& wall, double air_density);

  static constexpr int kMostKicks = 3;
  // In the band up to a frequency [Hz], over all directions, for balls that are small beside its waves; up to a factor
  // that is the same for all collisions.
  double audible_energy(const Encounter& encounter, double highest, double speed_of_sound) const;

  void add_kicks(const Encounter& encounter, std::vector<SphereKick>& kicks) const;

 private:
  void take_times(const ContactBody& a, const ContactBody& b);

  double unit_width_ = 0, unit_middle_ = 0;    // [s]   of the half-sine, and when its middle is, at 1 m/s
  double first_radius_ = 0;                    // [m]
  double second_radius_ = 0;                   // [m]   of the second sphere or the image; 0 for none
  double touch_radius_ = 0;                    // [m]   of the smaller
  double first_ = 0, second_ = 0, touch_ = 0;  // [kg]  impulse on the air along the normal by (1 + e) speed
};

}  // namespace resound
