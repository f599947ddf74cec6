#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "base/clock.h"
#include "scene/material.h"

namespace resound {

// Sand that another program has moved: frames of particles, each of which may stand for many grains. It is heard by
// statistics (docs/grain-statistics.md), and seen as the particles that it has.
struct Sand {
  std::string name;            // of one of its frames, as the scene says it; the others differ by a number
  std::filesystem::path file;  // where that one is
  FrameRate frame_rate{30, 1};
  double unit = 1;                     // [m]  that one stands for in the files
  double begin = 0;                    // [s]  time of the first frame
  double particle_radius = 0.005;      // [m]  of a particle, where the files do not say
  std::optional<double> per_particle;  // [1]  grains that one stands for; none: by their volumes
  Material material;                   // of a grain
  double radius = 0.0005;              // [m]  likewise
  double friction = 0.5;               // [1]
  std::optional<double> restitution;   // [1]  at about 1 m/s; none: that of the material
  double cell = 0.02;                  // [m]  of space that statistics are taken of
  double most_per_second = 300'000;    // [1/s]  collisions that are made; more become bundles of the same energy
};

}  // namespace resound
