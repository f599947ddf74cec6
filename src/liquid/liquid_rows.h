#pragma once
#include <cstdint>

#include "numerics/vec3.h"

// What one particle is to its neighbours, in rows of 16 bytes that a register takes at once. Places are whole numbers
// of a small unit: differences of near ones are exact, and those seen from the other side are their exact opposites, so
// that single precision serves for what passes between two, and what one gains the other loses to the last bit.
namespace resound {

struct PlaceRow {
  std::int32_t x = 0, y = 0, z = 0;  // [units]
  float pressure = 0;                // [m^5/(kg s^2)]  p / rho^2
};

struct MotionRow {
  float x = 0, y = 0, z = 0;  // [m/s]
  float excess = 0;           // [1]  rho / rho0 - 1
};

// The side on which a wall particle is felt: by liquid at r [units] from it with side . r > 1.
struct SideRow {
  float x = 0, y = 0, z = 0;  // [1/units]
  float share = 0;            // [1]  of the mass of a liquid particle
};

// Whole units; a place that is nowhere is far from all others.
struct PlaceGrid {
  double unit = 1e-9;  // [m]
  Vec3 origin;         // [m]

  static constexpr std::int32_t kNowhere = 1 << 30;
  static constexpr double kFarthest = 1 << 29;  // [units]

  PlaceRow row(const Vec3& place, double pressure) const {
    const Vec3 p = (place - origin) / unit;
    return {static_cast<std::int32_t>(std::lrint(p.x)), static_cast<std::int32_t>(std::lrint(p.y)),
            static_cast<std::int32_t>(std::lrint(p.z)), static_cast<float>(pressure)};
  }
};

inline constexpr std::size_t kListStep = 16;  // lists of neighbours are filled up to a multiple of this

}  // namespace resound
