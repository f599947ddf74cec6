#pragma once
#include "geometry/brick_mesh.h"
#include "geometry/solid_shape.h"

// Bodies that are swept from a section, as bricks; no mesher is needed.
namespace resound {

struct BrickCounts {
  int x = 1, y = 1, z = 1;  // along length, width and thickness
};

// A grid of equal bricks; those of the vibraphone bar end at its arch. Throws LimitError beyond kMostBricks.
BrickMesh brick_mesh(const BarShape& shape, const BrickCounts& counts);
BrickMesh brick_mesh(const PlateShape& shape, const BrickCounts& counts);
BrickMesh brick_mesh(const VibraphoneShape& shape, const BrickCounts& counts);

// A disc, a ball and what is bent from them have a square or cube in the middle and blocks around it, so that no brick
// is squeezed into a point.
bool has_bricks(const SolidShape& shape);

// Bricks are about `edge` [m] long; through a wall there are `layers`. Throws InputError for a shape without bricks.
BrickMesh brick_mesh(const SolidShape& shape, double edge, int layers = 1);

inline constexpr double kMostBricks = 1e6;

}  // namespace resound
