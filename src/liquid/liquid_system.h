#pragma once
#include <cstdint>
#include <limits>
#include <vector>

#include "geometry/triangle_bvh.h"
#include "geometry/wall_shape.h"
#include "numerics/gravity.h"
#include "numerics/vec3.h"

namespace resound {

// How a liquid is cut into particles and moved: weakly compressible SPH with density diffusion (docs/liquid-motion.md).
struct LiquidSettings {
  double spacing = 0.004;   // [m]       dx: each particle stands for dx^3
  double density = 998.2;   // [kg/m^3]  at rest
  double sound_speed = 20;  // [m/s]     c0: of the model liquid; ten times the fastest motion keeps density within 1 %
  double smoothing = 1.2;   // [1]       h / dx
  double viscosity = 0.05;  // [1]       alpha of the artificial viscosity
  double diffusion = 0.1;   // [1]       delta of the density diffusion
  double step = 0;          // [s]       0: the largest that is stable
  double reach_margin = 0.5;  // [dx]      that lists of neighbours reach farther than the kernel
  double wall_margin = 0.5;   // [dx]      likewise, those of walls
};

// One particle at the beginning.
struct LiquidParticle {
  Vec3 position;        // [m]
  Vec3 velocity;        // [m/s]
  double pressure = 0;  // [Pa]  above that of the air
};

// Something rigid that holds liquid. A closed skin is wet outside only; an open sheet on both sides, or in front alone.
struct LiquidWall {
  TriangleMesh mesh;  // [m], in the wall's own frame
  WallMotion motion = {};
  bool in_front_only = false;
};

// A round mouth from which a jet comes.
struct LiquidTap {
  Vec3 position;                                                    // [m]  middle of the mouth
  Vec3 direction{0, 0, -1};                                         // unit
  double radius = 0.005;                                            // [m]
  double speed = 1;                                                 // [m/s]
  double begin = 0, end = std::numeric_limits<double>::infinity();  // [s]
  double flow() const;                                              // [m^3/s]
};

// Drops that begin one after the other over a rectangle: at even times from its middle, or at any time and place.
struct LiquidDrips {
  Vec3 position;                                                    // [m]  middle of the rectangle
  double size_x = 0, size_y = 0;                                    // [m]
  double radius = 0.0025;                                           // [m]
  double speed = 0;                                                 // [m/s]  downward
  double rate = 1;                                                  // [1/s]
  double begin = 0, end = std::numeric_limits<double>::infinity();  // [s]
  std::uint64_t seed = 1;
  std::uint32_t object = 0;  // with the seed, names the random stream
};

// A ball that falls in, sinks or floats.
struct LiquidBall {
  double radius = 0.01;      // [m]
  double density = 2500;     // [kg/m^3]
  Vec3 position, velocity;   // [m], [m/s]
  double restitution = 0.4;  // [1]  on walls
  double mass() const;       // [kg]
};

// A liquid and all that it meets, as the solver is given it.
struct LiquidSystem {
  LiquidSettings settings;
  std::vector<LiquidParticle> particles;
  std::vector<LiquidWall> walls;
  std::vector<LiquidTap> taps;
  std::vector<LiquidDrips> drips;
  std::vector<LiquidBall> balls;
  Vec3 gravity{0, 0, -kGravity};        // [m/s^2]
  Box bounds{{-2, -2, -2}, {2, 2, 2}};  // [m]  what leaves it is gone
  double period = 0;                    // [m]  along y space repeats, from 0 on; 0: it does not
};

}  // namespace resound
