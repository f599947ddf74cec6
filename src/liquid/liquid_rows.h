#pragma once
#include <bit>
#include <cstdint>

#include "numerics/vec3.h"

// What one particle is to its neighbours, in rows of 16 bytes that a register takes at once. Places are whole numbers
// of a small unit: differences of near ones are exact, and those seen from the other side are their exact opposites, so
// that single precision serves for what passes between two.
namespace resound {

struct PlaceRow {
  std::int32_t x = 0, y = 0, z = 0;  // [units]
  float pressure = 0;                // [m^5/(kg s^2)]  p / rho^2
};

struct MotionRow {
  float x = 0, y = 0, z = 0;  // [m/s]
  float excess = 0;           // [1]  rho / rho0 - 1
};

// Both on one line of the cache.
struct alignas(32) LiquidRow {
  PlaceRow place;
  MotionRow motion;
};

// The side on which a wall particle is felt: by liquid at r [units] from it with side . r > 1.
struct SideRow {
  float x = 0, y = 0, z = 0;  // [1/units]
  float share = 0;            // [1]  of the mass of a liquid particle
};

struct WallRows {
  const PlaceRow* place = nullptr;
  const MotionRow* motion = nullptr;
  const SideRow* side = nullptr;
};

// Whole units; a place that is nowhere is far from all others.
struct PlaceGrid {
  double unit = 1e-9;  // [m]
  Vec3 origin;         // [m]

  static constexpr std::int32_t kNowhere = 1 << 30;
  static constexpr double kFarthest = 1 << 29;  // [units]
  static constexpr double kWhole = 0x1.8p52;    // the last bits of a double this large are whole numbers

  PlaceRow row(const Vec3& place, double pressure) const {
    const double per_unit = 1 / unit;
    const Vec3 p = per_unit * (place - origin);
    return {nearest(p.x), nearest(p.y), nearest(p.z), static_cast<float>(pressure)};
  }

 private:
  static std::int32_t nearest(double x) { return static_cast<std::int32_t>(std::bit_cast<std::int64_t>(x + kWhole)); }
};

inline constexpr PlaceRow kNowhereRow{PlaceGrid::kNowhere, PlaceGrid::kNowhere, PlaceGrid::kNowhere, 0};

inline constexpr std::uint32_t kListed = 4;   // in lists of liquid near liquid, a row's number is multiplied by this
inline constexpr std::size_t kListStep = 16;  // lanes of the widest processor: lists are filled up to that at most

}  // namespace resound
