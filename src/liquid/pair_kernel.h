#pragma once
#include <cstdint>

#include "liquid/near_lists.h"
#include "liquid/pair_numbers.h"

// The sums over pairs, for a block of rows at a time. docs/liquid-motion.md has the equations.
namespace resound {

// Whole numbers; what they count is the kernel's affair.
struct FourSums {
  std::int32_t x = 0, y = 0, z = 0, w = 0;
};

struct PairBlock {
  using Lists = NearLists::Lists<const std::uint32_t>;
  std::uint32_t first = 0, end = 0;  // rows
  const LiquidRow* liquid = nullptr;
  WallRows walls;
  Lists near;  // liquid, itself included
  Lists near_walls;
};

// What is summed up for a row. Whole numbers, as PairScale has them.
struct PairSums {
  FourSums push;          // (P + P' + Pi) t^3 r of neighbours and walls in x, y, z; neighbours within reach in w
  std::int32_t rate = 0;  // what flows to and fro: rho_i/rho_j (v - v').r t^3 and diffusion
};

// One sum for each row of the block. Both kinds are taken in one sweep, for what they need of a pair is the same.
// With `around`: also how full the space about a particle is, liquid and walls together: t^3 r/2h in x, y, z and
// t^4 (5 - 4t) in w.
void sum_pairs(const PairBlock& block, const PairNumbers& numbers, const PairScale& scale, PairSums* sums,
               FourSums* around);

// Copy the lists of liquid, of walls, without those farther than `reach` [units]; what fills them up is nowhere.
void shorten_lists(const PairBlock& block, float reach, std::uint32_t nowhere, NearLists::Lists<std::uint32_t> shorter);
void shorten_wall_lists(const PairBlock& block, float reach, std::uint32_t nowhere,
                        NearLists::Lists<std::uint32_t> shorter);

}  // namespace resound
