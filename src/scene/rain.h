#pragma once
#include "numerics/vec3.h"

namespace resound {

// How a landing drop excites what it hits.
enum class DropExcitation {
  momentum,      // the force pulse that carries the drop's momentum
  as_published,  // Hansen's mini-project: a bubble signal drives the bar at one of ten points
};

// The bubble rule of as_published, with the ranges the mini-project used. Its "drop" radius is a bubble radius.
struct PublishedBubbles {
  double min_radius = 0.004;  // [m]
  double max_radius = 0.007;  // [m]
  double min_rise = 0.01;     // [1]  xi
  double max_rise = 0.1;      // [1]
  double force = 1.0;         // [N]  peak of the driving signal
  int points = 10;            // places along the bar
};

// Rain that falls straight down over a rectangle.
struct Rain {
  double rate = 20.0;    // [mm/h]
  Vec3 centre{0, 0, 2};  // [m]   of the rectangle; drops appear at centre.z and fall from there at terminal speed
  double size_x = 1.0;   // [m]
  double size_y = 1.0;   // [m]
  double min_diameter = 0.0006;  // [m]  smaller drops are left out
  double max_diameter = 0.006;   // [m]
  double begin = 0.0;            // [s]
  double end = 1e9;              // [s]
  DropExcitation excitation = DropExcitation::momentum;
  PublishedBubbles published;
};

// One drop, let go at a given place and time.
struct Drop {
  double radius = 0.0015;  // [m]
  Vec3 position{0, 0, 1};  // [m]
  double speed = -1;       // [m/s]  downward; negative means its terminal speed
  double time = 0;         // [s]    when it is at `position`
  DropExcitation excitation = DropExcitation::momentum;
  PublishedBubbles published;
};

}  // namespace resound
