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
  // Written by push_pairs() for those that come next, at the same places: by the lists, and as long.
  float* closeness = nullptr;    // t
  float* wall_weight = nullptr;  // t^3 share, 0 where the wall particle is not felt
};

// One sum for each row of the block:
// (P + P' + Pi) t^3 r of neighbours and walls in x, y, z; neighbours within the kernel's reach in w.
void push_pairs(const PairBlock& block, const PairNumbers& numbers, const PairScale& scale, FourSums* sums);

// What flows to and fro: rho_i/rho_j (v - v').r t^3 and diffusion.
void compress_pairs(const PairBlock& block, const PairNumbers& numbers, const PairScale& scale, std::int32_t* sums);

// How full the space about a particle is, liquid and walls together: t^3 r/2h in x, y, z and t^4 (5 - 4t) in w.
void look_around(const PairBlock& block, const PairNumbers& numbers, FourSums* sums);

// Copies the lists of liquid without those farther than `reach` [units]; those that fill up are nowhere.
void shorten_lists(const PairBlock& block, float reach, std::uint32_t nowhere, NearLists::Lists<std::uint32_t> shorter);

}  // namespace resound
