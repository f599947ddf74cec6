#include "liquid/short_lists.h"

#include <algorithm>
#include <cmath>

namespace resound {
namespace {

constexpr double kBalance = 0.64;    // [1]  m = kBalance sqrt(w) costs least
constexpr double kMostMargin = 0.2;  // [dx]  beyond that it does not pay
constexpr double kLeastWay = 2e-4;   // [dx]  in a step: what rests may begin to move

// [dx]  for those who come so much nearer to each other in a step
double margin_for(double way) {
  const double margin = kBalance * std::sqrt(std::max(kLeastWay, way));
  return margin < kMostMargin ? margin : 0;
}

}  // namespace

void ShortLists::begin(std::size_t rows) {
  liquid_.resize(rows), walls_.resize(rows);
  blocks_.resize((rows + NearLists::kBlock - 1) / NearLists::kBlock);
  for (Block& block : blocks_) {
    block.drift = {};
    block.margin = block.to_walls = 0;
  }
}

void ShortLists::set_beside(std::size_t block, std::span<const std::uint8_t> is_beside) {
  Block& b = blocks_[block];
  b.beside.clear();
  for (std::uint32_t other = 0; other < is_beside.size(); ++other)
    if (is_beside[other] != 0) b.beside.push_back(other);
  b.drifts.resize(b.beside.size());
}

bool ShortLists::is_short(std::size_t block) const {
  const Block& b = blocks_[block];
  if (b.margin == 0) return false;
  const Drift own = b.drift.since(b.own);
  for (std::size_t k = 0; k < b.beside.size(); ++k)
    if (approach(own, blocks_[b.beside[k]].drift.since(b.drifts[k])) >= b.margin) return false;
  return true;
}

double ShortLists::shorten(std::size_t block) {
  Block& b = blocks_[block];
  double way = 0;
  b.own = b.drift;
  for (std::size_t k = 0; k < b.beside.size(); ++k) {
    const Block& other = blocks_[b.beside[k]];
    way = std::max(way, approach(b.step, other.step));
    b.drifts[k] = other.drift;
  }
  return b.margin = margin_for(way);
}

bool ShortLists::is_short_to_walls(std::size_t block, double wall_way) const {
  const Block& b = blocks_[block];
  return b.to_walls > 0 && farthest(b.drift.since(b.own_to_walls)) + wall_way - b.wall_way < b.to_walls;
}

double ShortLists::shorten_to_walls(std::size_t block, double wall_way) {
  Block& b = blocks_[block];
  b.own_to_walls = b.drift, b.wall_way = wall_way;
  return b.to_walls = margin_for(farthest(b.step));
}

}  // namespace resound
