#pragma once
#include <cstddef>

namespace resound {

// How the factor of a front is stored, and the two halves of a solve with it, for eight right-hand sides at once.
// Six rows of the factor make a tile, column after column, so that the factor streams through memory once, in order,
// in either half:
//   rows of the front itself: their part left of the diagonal, then the inverse of the 6 x 6 block on the diagonal
//   rows below: all columns
// The last tile of either kind is filled up with zeros.
constexpr std::size_t kTileRows = 6, kSides = 8;

struct FrontTiles {
  const double* values;
  std::size_t columns;  // of the factor
  const int* rows;      // below: where each lies in x; rounded up to whole tiles by a row of no meaning
  std::size_t row_count;
};

std::size_t tiles_size(std::size_t columns, std::size_t rows);
std::size_t rounded_to_tiles(std::size_t rows);

// From L, (columns + rows) x columns, column by column.
void pack_tiles(const double* factor, std::size_t columns, std::size_t rows, double* tiles);

// x: all unknowns by turn, eight numbers each; own: where those of the front begin in it.
// work: rounded_to_tiles(columns) * 8 numbers.
void solve_lower(const FrontTiles& front, double* own, double* x, double* work);
void solve_upper(const FrontTiles& front, double* own, const double* x, double* work);

}  // namespace resound
