#pragma once
#include "numerics/vec3.h"

namespace resound {

// A small sphere that changes its velocity almost at once and so kicks the air around it: an impulsive dipole. Two of
// them are a collision of grains. Emission hands these to propagation by the million, where sources with a signal each
// would be far too dear.
struct SphereKick {
  Vec3 centre;        // [m]
  double time = 0;    // [s]    of the middle of the push
  Vec3 impulse;       // [N s]  on the air: (displaced + added mass) times change of velocity, kicked_air() times it
  double radius = 0;  // [m]    of the sphere; shapes only the highest notes
  double width = 0;   // [s]    of the half-sine that stands for the push
  int object = 0;     // stems are made per object
};

// Mass of air that a sphere takes along, half of it in front and beside: 3/2 of what it displaces [kg].
double kicked_air(double radius, double air_density);

}  // namespace resound
