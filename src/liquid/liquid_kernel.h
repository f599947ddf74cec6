#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "liquid/liquid_rows.h"
#include "liquid/place_cells.h"

// The sums over neighbours, for one particle at a time. docs/liquid-motion.md has the equations.
namespace resound {

// Numbers that all pairs share. Lengths are in units of the places.
struct PairNumbers {
  float half_per_unit = 0;  // 1 / (2 h)                 [1/units]   q/2 = r half_per_unit
  float reach = 0;          // of the lists              [units]
  float viscous = 0;        // alpha c0 h / (rho0 unit)  [m^4/(kg s)]   on v.r / (r^2 + softening), lengths in units
  float softening = 0;      // 0.01 h^2                  [units^2]
  float unit = 0;           // [m]
  float spread = 0;         // 2 delta h c0              [m^2/s]
  double acceleration = 0;  // m 5a/h^2 unit             [kg/m^4]  times sum (P + P') t^3 r
  double rate = 0;          // -V0 5a/h^2                [1/m^2]
  double fullness = 0;      // V0 a                      [1]       times sum t^4 (5 - 4t)
  double onesidedness = 0;  // V0 5a/h unit              [1]       times |sum t^3 r|
};

struct PairRows {
  const PlaceRow* place = nullptr;
  const MotionRow* motion = nullptr;
  const SideRow* side = nullptr;  // of walls
};

// Neighbours by their row, filled up with rows that are nowhere to a multiple of list_step().
using NearList = std::span<const std::uint32_t>;

// Places of rows, axis by axis: what is searched. A few rows beyond the last one are read.
struct PlaceColumns {
  std::vector<std::int32_t> x, y, z;  // [units]
  void set(std::span<const PlaceRow> rows);
};

// PairRows in cells, to be searched.
struct Crowd {
  PlaceColumns places;
  PlaceCells cells;
  std::uint32_t first = 0;  // number of the first row
};

// Writes rows nearer than `reach` to a place, in their order, and tells how many; there must be room for kListStep more
// than most_near().
std::size_t most_near(const PlaceRow& place, const Crowd& crowd);
std::size_t find_near(const PlaceRow& place, const Crowd& crowd, float reach, std::uint32_t* found);

std::size_t list_step();  // lanes of this processor: lists are filled up to a multiple

// What neighbours and walls do to a particle: [m/s^2].
Vec3 acceleration_of(std::uint32_t self, const PairRows& liquid, NearList near, const PairRows& walls,
                     NearList near_walls, const PairNumbers& numbers);

struct DensityRate {
  double excess = 0;     // [1/s]
  float neighbours = 0;  // [1]  of liquid within the kernel's reach, itself included
};
DensityRate density_rate_of(std::uint32_t self, const PairRows& liquid, NearList near, const PairRows& walls,
                            NearList near_walls, const PairNumbers& numbers);

// How full the space about a particle is, liquid and walls together: S = sum V W, 1 deep within, and how fast that
// changes, |grad S| h: nothing deep within, 0.57 at a flat surface.
struct LiquidSurroundings {
  double fullness = 0;      // [1]  S
  double onesidedness = 0;  // [1]  |grad S| h
};
LiquidSurroundings surroundings_of(std::uint32_t self, const PairRows& liquid, NearList near, const PairRows& walls,
                                   NearList near_walls, const PairNumbers& numbers);

// Pressure that liquid hands on to a wall particle: p_w = sum (p + rho (g - a_w) . (x_w - x)) W / sum W [Adami et al.
// 2012]. `pull` is g - a_w [m/s^2]. Zero where there is no liquid.
double wall_pressure(std::uint32_t self, const PairRows& walls, const PairRows& liquid, NearList near, const Vec3& pull,
                     double density, const PairNumbers& numbers);

// The opposite of what a wall particle does to liquid, by the mass of a liquid particle [m/s^2].
Vec3 push_on_wall(std::uint32_t self, const PairRows& walls, const PairRows& liquid, NearList near,
                  const PairNumbers& numbers);

}  // namespace resound
