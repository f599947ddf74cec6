#pragma once
#include <cstdint>
#include <optional>

#include "numerics/vec3.h"
#include "scene/material.h"

namespace resound {

// How grains are moved: hard balls from collision to collision, or soft ones step by step. Dense flow is what soft ones
// are good at.
enum class GrainMethod { hard, soft };

// What one grain looks like. All but balls are rigid clumps of balls, which only the soft method moves.
enum class GrainShape { ball, disc, die, pebble };

// Where the collisions that are heard come from: each as the solver found it; made by chance with the statistics of
// those in the same window of time and cell of space; or made by chance from how dense the grains lie and how they
// move, as a databank knows it.
enum class CollisionSourceKind { exact, resampled, databank };

// Grains of one sort: a handful of beads, a bag of sand. They begin loosely in an upright cylinder, sink together
// before the scene begins and are at rest when it does.
struct Grains {
  Material material;
  int count = 1000;
  GrainShape shape = GrainShape::ball;
  double radius = 0.001;              // [m]  the mean; of a die half its edge, of a pebble half its size
  double thickness = 0.001;           // [m]  of a disc
  double spread = 0;                  // [1]  sizes are even between 1 - spread and 1 + spread of the mean
  double friction = 0.2;              // [1]
  std::optional<double> restitution;  // [1]  at about 1 m/s; none: that of the material
  Vec3 position{0, 0, 0.2};           // [m]  middle of the bottom of the cylinder
  double fill_radius = 0.02;          // [m]  of the cylinder
  double settle = 0.5;                // [s]  that they sink for before the scene begins
  Vec3 velocity;                      // [m/s]  that they begin with
  double tumble = 0;                  // [rad/s]  likewise, each about an axis of its own
  GrainMethod method = GrainMethod::hard;
  CollisionSourceKind collisions = CollisionSourceKind::exact;
  double window = 0.02;      // [s]  of time that statistics are taken of
  double cell = 0.01;        // [m]  of space, likewise
  std::uint64_t chance = 0;  // another draw of collisions by chance from the same motion
};

}  // namespace resound
