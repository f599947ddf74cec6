#pragma once
#include <limits>
#include <string>

#include "geometry/shape.h"
#include "numerics/vec3.h"
#include "scene/material.h"
#include "scene/splash.h"

namespace resound {

// Where a liquid stands when the scene begins.
enum class LiquidStart {
  nowhere,   // all of it comes from a tap or as drops
  box,       // on its middle, `size` large
  cylinder,  // upright
  vessel,    // in a body or fixture that holds it, up to a height
};

// A mouth from which liquid comes as a jet.
struct TapSetup {
  double radius = 0;         // [m]  0: there is none
  Vec3 position{0, 0, 0.3};  // [m]  middle of the mouth
  Vec3 direction{0, 0, -1};
  double speed = 0.8;           // [m/s]
  double begin = 0, end = 1e9;  // [s]
};

// Drops that fall one after the other: a tap that drips, rain on a puddle.
struct DripSetup {
  double rate = 0;                // [1/s]  0: there are none
  double radius = 0.0025;         // [m]
  Vec3 position{0, 0, 0.3};       // [m]
  double size_x = 0, size_y = 0;  // [m]  of the rectangle about it over which they are strewn by chance
  double speed = 0;               // [m/s]  downward, at the beginning
  double begin = 0, end = 1e9;    // [s]
};

// A liquid that flows: cut into particles, moved by its weight, its pressure and all that it meets. Bodies, fixtures
// and the ground hold it.
struct Liquid {
  LiquidMatter matter;
  SplashSound sound;
  int particles = 20'000;  // at the end, in all; unless there is a spacing
  double spacing = 0;      // [m]  from particle to particle; 0: by the number of them

  LiquidStart start = LiquidStart::box;
  Vec3 position{0, 0, 0.1};  // [m]  middle of the bottom of a box or cylinder
  Vec3 size{0.1, 0.1, 0.1};  // [m]  of a box
  double radius = 0.05;      // [m]  of a cylinder
  double height = 0.1;       // [m]  of a cylinder; of the liquid in a vessel, from its lowest place
  std::string vessel;        // that it stands in
  Vec3 velocity;             // [m/s]
  double settle = 0;         // [s]  that it comes to rest for before the scene begins
  TapSetup tap;
  DripSetup drops;

  double viscosity = 0.05;   // [1]    alpha of the artificial viscosity
  double fastest = 0;        // [m/s]  that it will get; 0: by how deep it can fall
  double step = 0;           // [s]    0: as long as is stable
  bool meets_ground = true;  // does it lie on the ground? otherwise it is gone there
  Look look{Finish::water, {0.86, 0.94, 1.0}};
  bool shows_events = false;  // marks collisions and bubbles in the picture
};

// A rigid ball that falls into a liquid, and sinks or floats.
struct Ball {
  Material material;
  double radius = 0.01;      // [m]
  Vec3 position{0, 0, 0.3};  // [m]
  Vec3 velocity;             // [m/s]
  double restitution = 0.4;  // [1]  on walls
  bool is_rough = true;      // draws air down with it; smooth and wet, it does so only above 7 m/s
};

}  // namespace resound
