#include "fem/cholesky_factor.h"

#include <algorithm>

#include "base/error.h"
#include "fem/front_tiles.h"

namespace resound {

CholeskyFactor::CholeskyFactor(const Pencil& pencil, double shift, const FrontLayout& layout) : layout_(layout) {
  std::size_t size = 0, widest = 0;
  for (const FrontLayout::Place& place : layout.places) {
    start_.push_back(size);
    size += tiles_size(place.columns, place.row_count);
    widest = std::max(widest, place.columns);
  }
  tiles_ = std::make_unique_for_overwrite<double[]>(size);
  work_.resize(rounded_to_tiles(widest) * kSides);
  eliminate_fronts(pencil, shift, layout, [&](std::size_t number, DenseFront& front) {
    if (!front.eliminate())
      throw InputError("the stiffness of the mesh cannot be factorised; look for flat or inverted elements");
    const FrontLayout::Place& place = layout.places[number];
    pack_tiles(front.factor(), place.columns, place.row_count, tiles_.get() + start_[number]);
  });
}

void CholeskyFactor::solve(VectorBlock& block) {
  const auto count = static_cast<std::size_t>(block.count);
  for (std::size_t first = 0; first < count; first += kSides)
    solve_sides(block, first, std::min(kSides, count - first));
}

void CholeskyFactor::solve_sides(VectorBlock& block, std::size_t first, std::size_t count) {
  const std::vector<std::size_t>& turn = layout_.turn;
  x_.assign((turn.size() + 1) * kSides, 0.0);  // the last row takes what the filling of tiles does
  for (std::size_t i = 0; i < turn.size(); ++i) std::copy_n(block.row(i) + first, count, &x_[turn[i] * kSides]);
  const auto tiles = [&](std::size_t f) {
    const FrontLayout::Place& place = layout_.places[f];
    return FrontTiles{tiles_.get() + start_[f], place.columns, layout_.rows.data() + place.row_start, place.row_count};
  };
  const auto own = [&](std::size_t f) { return &x_[layout_.places[f].first * kSides]; };
  for (std::size_t f = 0; f < start_.size(); ++f) solve_lower(tiles(f), own(f), x_.data(), work_.data());
  for (std::size_t f = start_.size(); f-- > 0;) solve_upper(tiles(f), own(f), x_.data(), work_.data());
  for (std::size_t i = 0; i < turn.size(); ++i) std::copy_n(&x_[turn[i] * kSides], count, block.row(i) + first);
}

}  // namespace resound
