#pragma once
#include <cstddef>

namespace resound {

// Products of a tall panel, given row by row, with a block of a few vectors. A general matrix product first copies the
// panel into an order of its own, which costs more than the product itself when the block is this narrow; these read
// the panel once, where it lies. Any instruction set of the machine is used; the number of threads plays no part.
struct TallPanel {
  const double* values;  // rows x columns; the next row is `stride` further
  std::size_t stride;
  int columns;
  std::size_t rows;
};

// sum += panel^T y, where y is rows x count and sum columns x count, both row by row.
void add_panel_shares(const TallPanel& panel, const double* y, int count, double* sum);

// x += sign * panel * shares, where x is rows x count and shares columns x count.
void add_panel_combination(double sign, const TallPanel& panel, const double* shares, int count, double* x);

// y[k] = sum of factors[i] * x[width * columns[i] + k] over all i < count, for all k < width: one row of a sparse
// product.
void sparse_row(const double* factors, const int* columns, std::size_t count, const double* x, std::size_t width,
                double* y);

}  // namespace resound
