#include "liquid/short_lists.h"

#include <algorithm>
#include <cmath>

namespace resound {
namespace {

constexpr double kBalance = 0.9;     // [1]  m = kBalance sqrt(w) costs least
constexpr double kMostMargin = 0.2;  // [dx]  beyond that it does not pay
constexpr double kLeastWay = 1e-4;   // [dx]  in a step: what rests may begin to move

}  // namespace

void ShortLists::begin(std::size_t rows) {
  liquid_.resize(rows), walls_.resize(rows);
  blocks_.resize((rows + NearLists::kBlock - 1) / NearLists::kBlock);
  for (Block& block : blocks_) block.way = block.margin = 0;
}

void ShortLists::set_beside(std::size_t block, std::span<const std::uint8_t> is_beside) {
  Block& b = blocks_[block];
  b.beside.clear();
  for (std::uint32_t other = 0; other < is_beside.size(); ++other)
    if (is_beside[other] != 0) b.beside.push_back(other);
  b.ways.resize(b.beside.size());
}

bool ShortLists::are_short(std::size_t block, double wall_way) const {
  const Block& b = blocks_[block];
  if (b.margin == 0) return false;
  double farthest = wall_way - b.wall_way;
  for (std::size_t k = 0; k < b.beside.size(); ++k) farthest = std::max(farthest, blocks_[b.beside[k]].way - b.ways[k]);
  return b.way - b.own_way + farthest < b.margin;
}

double ShortLists::margin_for(std::size_t block) const {
  const Block& b = blocks_[block];
  double fastest = 0;
  for (const std::uint32_t other : b.beside) fastest = std::max(fastest, blocks_[other].step_way);
  const double margin = kBalance * std::sqrt(std::max(kLeastWay, 0.5 * (b.step_way + fastest)));
  return margin < kMostMargin ? margin : 0;
}

void ShortLists::shorten(std::size_t block, double margin, double wall_way) {
  Block& b = blocks_[block];
  b.margin = margin;
  b.own_way = b.way, b.wall_way = wall_way;
  for (std::size_t k = 0; k < b.beside.size(); ++k) b.ways[k] = blocks_[b.beside[k]].way;
}

}  // namespace resound
