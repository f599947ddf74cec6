#include "fem/front_tiles.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "fem/front_tiles.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each instruction set; must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace resound {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

const hn::CappedTag<double, kSides> kTag;
using Numbers = hn::Vec<decltype(kTag)>;
constexpr std::size_t kLanes = hn::MaxLanes(kTag), kVectors = kSides / kLanes;

// Six rows of eight numbers, in registers.
struct Tile {
  Numbers row[kTileRows][kVectors];
};

HWY_INLINE void load(const double* from, Numbers (&row)[kVectors]) {
  for (std::size_t v = 0; v < kVectors; ++v) row[v] = hn::LoadU(kTag, from + v * kLanes);
}

HWY_INLINE void store(const Numbers (&row)[kVectors], double* to) {
  for (std::size_t v = 0; v < kVectors; ++v) hn::StoreU(row[v], kTag, to + v * kLanes);
}

// sum -= tile * y: the rows of y are shared out to the six rows of the tile.
HWY_INLINE void subtract_product(const double* tile, std::size_t columns, const double* y, Tile& sum) {
  for (std::size_t k = 0; k < columns; ++k, tile += kTileRows, y += kSides) {
    Numbers values[kVectors];
    load(y, values);
    for (std::size_t r = 0; r < kTileRows; ++r) {
      const auto factor = hn::Set(kTag, tile[r]);
      for (std::size_t v = 0; v < kVectors; ++v) sum.row[r][v] = hn::NegMulAdd(factor, values[v], sum.row[r][v]);
    }
  }
}

// y -= tile^T * x: the six rows of x are gathered into the rows of y.
HWY_INLINE void subtract_transposed(const double* tile, std::size_t columns, const Tile& x, double* y) {
  for (std::size_t k = 0; k < columns; ++k, tile += kTileRows, y += kSides) {
    Numbers sum[kVectors];
    load(y, sum);
    for (std::size_t r = 0; r < kTileRows; ++r) {
      const auto factor = hn::Set(kTag, tile[r]);
      for (std::size_t v = 0; v < kVectors; ++v) sum[v] = hn::NegMulAdd(factor, x.row[r][v], sum[v]);
    }
    store(sum, y);
  }
}

void SolveLower(const FrontTiles& front, double* own, double* x, double* work) {
  const double* tile = front.values;
  std::copy_n(own, front.columns * kSides, work);
  std::fill(work + front.columns * kSides, work + rounded_to_tiles(front.columns) * kSides, 0.0);
  for (std::size_t first = 0; first < front.columns; first += kTileRows, tile += kTileRows * kTileRows) {
    Tile sum, solution;
    for (std::size_t r = 0; r < kTileRows; ++r) load(work + (first + r) * kSides, sum.row[r]);
    subtract_product(tile, first, work, sum);
    tile += first * kTileRows;
    for (std::size_t r = 0; r < kTileRows; ++r) {
      for (std::size_t v = 0; v < kVectors; ++v) {
        solution.row[r][v] = hn::Zero(kTag);
        for (std::size_t c = 0; c <= r; ++c)
          solution.row[r][v] = hn::MulAdd(hn::Set(kTag, tile[c * kTileRows + r]), sum.row[c][v], solution.row[r][v]);
      }
      store(solution.row[r], work + (first + r) * kSides);
    }
  }
  std::copy_n(work, front.columns * kSides, own);
  for (std::size_t first = 0; first < front.row_count; first += kTileRows, tile += front.columns * kTileRows) {
    Tile sum;
    for (std::size_t r = 0; r < kTileRows; ++r)
      load(x + static_cast<std::size_t>(front.rows[first + r]) * kSides, sum.row[r]);
    subtract_product(tile, front.columns, work, sum);
    for (std::size_t r = 0; r < kTileRows; ++r)
      store(sum.row[r], x + static_cast<std::size_t>(front.rows[first + r]) * kSides);
  }
}

void SolveUpper(const FrontTiles& front, double* own, const double* x, double* work) {
  std::copy_n(own, front.columns * kSides, work);
  std::fill(work + front.columns * kSides, work + rounded_to_tiles(front.columns) * kSides, 0.0);
  const std::size_t diagonal_size = tiles_size(front.columns, 0);
  const double* tile = front.values + diagonal_size;
  for (std::size_t first = 0; first < front.row_count; first += kTileRows, tile += front.columns * kTileRows) {
    Tile below;
    for (std::size_t r = 0; r < kTileRows; ++r)
      load(x + static_cast<std::size_t>(front.rows[first + r]) * kSides, below.row[r]);
    subtract_transposed(tile, front.columns, below, work);
  }
  tile = front.values + diagonal_size;
  for (std::size_t first = rounded_to_tiles(front.columns); first > 0;) {
    first -= kTileRows;
    tile -= kTileRows * kTileRows;
    Tile sum, solution;
    for (std::size_t r = 0; r < kTileRows; ++r) load(work + (first + r) * kSides, sum.row[r]);
    for (std::size_t c = 0; c < kTileRows; ++c) {
      for (std::size_t v = 0; v < kVectors; ++v) {
        solution.row[c][v] = hn::Zero(kTag);
        for (std::size_t r = c; r < kTileRows; ++r)
          solution.row[c][v] = hn::MulAdd(hn::Set(kTag, tile[c * kTileRows + r]), sum.row[r][v], solution.row[c][v]);
      }
      store(solution.row[c], work + (first + c) * kSides);
    }
    tile -= first * kTileRows;
    subtract_transposed(tile, first, solution, work);
  }
  std::copy_n(work, front.columns * kSides, own);
}

}  // namespace HWY_NAMESPACE
}  // namespace resound
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace resound {

HWY_EXPORT(SolveLower);
HWY_EXPORT(SolveUpper);

std::size_t rounded_to_tiles(std::size_t rows) { return (rows + kTileRows - 1) / kTileRows * kTileRows; }

std::size_t tiles_size(std::size_t columns, std::size_t rows) {
  const std::size_t height = rounded_to_tiles(columns);
  return height * (height + kTileRows) / 2 + rounded_to_tiles(rows) * columns;
}

namespace {

// The inverse of the block on the diagonal that begins at row and column `first`; zero where there are no more rows.
void invert_diagonal(const double* factor, std::size_t stride, std::size_t first, std::size_t count, double* inverse) {
  std::fill_n(inverse, kTileRows * kTileRows, 0.0);
  const auto entry = [&](std::size_t r, std::size_t c) { return factor[(first + c) * stride + first + r]; };
  for (std::size_t c = 0; c < count; ++c)
    for (std::size_t r = c; r < count; ++r) {
      double sum = r == c ? 1 : 0;
      for (std::size_t k = c; k < r; ++k) sum -= entry(r, k) * inverse[c * kTileRows + k];
      inverse[c * kTileRows + r] = sum / entry(r, r);
    }
}

// Some rows of the factor, `columns` of each.
double* pack_tile(const double* rows, std::size_t stride, std::size_t count, std::size_t columns, double* tile) {
  for (std::size_t k = 0; k < columns; ++k, tile += kTileRows) {
    std::copy_n(rows + k * stride, count, tile);
    std::fill(tile + count, tile + kTileRows, 0.0);
  }
  return tile;
}

}  // namespace

void pack_tiles(const double* factor, std::size_t columns, std::size_t rows, double* tiles) {
  const std::size_t stride = columns + rows;
  for (std::size_t first = 0; first < columns; first += kTileRows, tiles += kTileRows * kTileRows) {
    const std::size_t count = std::min(kTileRows, columns - first);
    tiles = pack_tile(factor + first, stride, count, first, tiles);
    invert_diagonal(factor, stride, first, count, tiles);
  }
  for (std::size_t first = 0; first < rows; first += kTileRows)
    tiles = pack_tile(factor + columns + first, stride, std::min(kTileRows, rows - first), columns, tiles);
}

void solve_lower(const FrontTiles& front, double* own, double* x, double* work) {
  HWY_DYNAMIC_DISPATCH(SolveLower)(front, own, x, work);
}

void solve_upper(const FrontTiles& front, double* own, const double* x, double* work) {
  HWY_DYNAMIC_DISPATCH(SolveUpper)(front, own, x, work);
}

}  // namespace resound
#endif
