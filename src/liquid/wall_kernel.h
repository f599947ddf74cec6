#pragma once
#include "liquid/near_lists.h"
#include "liquid/pair_numbers.h"
#include "liquid/tait.h"

// The sums of wall particles over the liquid near them, one wall particle at a time.
namespace resound {

struct WallPull {
  float x = 0, y = 0, z = 0;
};

// Pressures that liquid hands on to some wall particles: p_w = sum (p + rho (g - a_w) . (x_w - x)) W / sum W [Adami et
// al. 2012]. `pulls` are g - a_w by unit [m^2/(s^2 units)]. Zero where there is no liquid.
void wall_pressures(std::span<const std::uint32_t> rows, const WallRows& walls, const LiquidRow* liquid,
                    const NearLists& near, std::span<const WallPull> pulls, double density, const PairNumbers& numbers,
                    float* pressures);  // [Pa]

// Liquid under these pressures [Pa]: rho / rho0 - 1, and p / rho^2 [m^5/(kg s^2)]. Up to kListStep numbers more are
// read and written.
void compress_under(const float* pressures, std::size_t count, const Tait& tait, float* excess, float* by_square);

// The opposite of what a wall particle does to liquid, by the mass of a liquid particle [m/s^2].
Vec3 push_on_wall(std::uint32_t self, const WallRows& walls, const LiquidRow* liquid, NearList near,
                  const PairNumbers& numbers);

}  // namespace resound
