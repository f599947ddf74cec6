#pragma once
#include <array>

#include "picture/vec3f.h"

// Fixed sets of directions. Nothing here is random from frame to frame, so a picture that does not move does not
// flicker.
//
// The pixels of each 4 x 4 cell share out 16 places on the sun and 16 sets of directions into the open; a filter over
// 4 x 4 neighbours then sees them all [Keller & Heidrich 2001, interleaved sampling].
namespace resound {

inline constexpr int kCells = 16;     // pixels that share out the directions
inline constexpr int kOpenRays = 2;   // directions into the open for each pixel
inline constexpr int kSubpixels = 8;  // rays through a pixel that holds an edge

struct DiskPoint {
  float x, y;  // within the unit disk
};

int cell_of(int x, int y);                // 0 to 15, the place of a pixel in its cell
DiskPoint sun_point(int cell);            // places on the sun's disk
Vec3f open_direction(int cell, int ray);  // about +z, denser toward it as the cosine
DiskPoint subpixel(int index);            // [pixels] from the middle of a pixel, within +-0.5

// Axes that turn +z into n [Duff et al. 2017].
struct Frame {
  Vec3f across, along, normal;
  explicit Frame(Vec3f n) : normal(n) {
    const float sign = std::copysign(1.0f, n.z), a = -1 / (sign + n.z), b = n.x * n.y * a;
    across = {1 + sign * n.x * n.x * a, sign * b, -sign * n.x};
    along = {b, sign + n.y * n.y * a, -n.y};
  }
  Vec3f to_world(Vec3f v) const { return v.x * across + v.y * along + v.z * normal; }
};

}  // namespace resound
