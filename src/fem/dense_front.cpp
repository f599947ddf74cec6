#include "fem/dense_front.h"

#include <algorithm>
#include <cmath>

#include "fem/index.h"
#include "numerics/blas.h"

namespace resound {

namespace {

// Of the block-diagonal part of L D L^T as LAPACK's dsytrf leaves it. A block of two has one of each sign.
int negative_pivots(const std::vector<double>& factor, const std::vector<int>& pivots) {
  int result = 0;
  for (std::size_t k = 0; k < pivots.size(); ++k) {
    if (pivots[k] < 0)
      ++k, ++result;
    else if (factor[k * pivots.size() + k] < 0)
      ++result;
  }
  return result;
}

}  // namespace

void DenseFront::begin(std::size_t first, std::size_t columns, std::span<const int> rows) {
  columns_ = columns, below_ = rows.size(), height_ = columns_ + below_;
  for (std::size_t k = 0; k < columns; ++k) place_[first + k] = static_cast<int>(k);
  for (std::size_t k = 0; k < below_; ++k) place_[index(rows[k])] = static_cast<int>(columns + k);
  panel_.assign(height_ * columns_, 0.0);
  rest_.assign(below_ * below_, 0.0);
}

void DenseFront::add_column(std::size_t column, std::span<const int> rows, std::span<const double> values) {
  double* to = panel_.data() + column * height_;
  for (std::size_t k = 0; k < rows.size(); ++k) to[place_[index(rows[k])]] += values[k];
}

void DenseFront::add(std::span<const int> rows, const double* values) {
  at_.clear();
  for (const int row : rows) at_.push_back(place_[index(row)]);
  for (std::size_t c = 0; c < at_.size(); ++c) {
    const std::size_t column = index(at_[c]);
    const bool in_panel = column < columns_;
    double* to = in_panel ? panel_.data() + column * height_ : rest_.data() + (column - columns_) * below_;
    const int first_row = in_panel ? 0 : static_cast<int>(columns_);
    for (std::size_t r = c; r < at_.size(); ++r) to[at_[r] - first_row] += *values++;
  }
}

bool DenseFront::eliminate() {
  const int columns = static_cast<int>(columns_), below = static_cast<int>(below_), height = static_cast<int>(height_);
  const double plus = 1, minus = -1;
  int info = 0;
  dpotrf_("L", &columns, panel_.data(), &height, &info);
  if (info != 0) return false;
  if (below == 0) return true;
  double* lower = panel_.data() + columns;
  dtrsm_("R", "L", "T", "N", &below, &columns, &plus, panel_.data(), &height, lower, &height);
  dsyrk_("L", "N", &below, &columns, &minus, lower, &height, &plus, rest_.data(), &below);
  return true;
}

std::optional<int> DenseFront::eliminate_indefinite() {
  // Most fronts are positive definite: only where waves fit into what lies below a front has it negative pivots.
  const int columns = static_cast<int>(columns_), below = static_cast<int>(below_), height = static_cast<int>(height_);
  std::vector<double> pivot_block(columns_ * columns_);
  for (std::size_t c = 0; c < columns_; ++c)
    std::copy_n(panel_.data() + c * height_, columns_, pivot_block.data() + c * columns_);
  if (eliminate()) return 0;

  // A = P L D L^T P^T and the rest becomes R - B A^-1 B^T.
  std::vector<int> pivots(columns_);
  int info = 0, room = 64 * columns;
  std::vector<double> work(64 * columns_);
  dsytrf_("L", &columns, pivot_block.data(), &columns, pivots.data(), work.data(), &room, &info);
  if (info != 0) return std::nullopt;
  const int negative = negative_pivots(pivot_block, pivots);
  if (below == 0) return negative;
  std::vector<double> solution(columns_ * below_);  // A^-1 B^T
  for (std::size_t c = 0; c < columns_; ++c)
    for (std::size_t r = 0; r < below_; ++r) solution[r * columns_ + c] = panel_[c * height_ + columns_ + r];
  dsytrs2_("L", &columns, &below, pivot_block.data(), &columns, pivots.data(), solution.data(), &columns, work.data(),
           &info);
  constexpr double kMostGrowth = 1e4;
  if (info != 0 || std::ranges::any_of(solution, [](double x) { return !(std::abs(x) < kMostGrowth); }))
    return std::nullopt;
  constexpr std::size_t kStrip = 128;  // columns at a time, from the diagonal down
  for (std::size_t first = 0; first < below_; first += kStrip) {
    const std::size_t width = std::min(kStrip, below_ - first);
    gemm('N', 'N', static_cast<int>(below_ - first), static_cast<int>(width), columns, -1.0,
         panel_.data() + columns_ + first, height, solution.data() + first * columns_, columns, 1.0,
         rest_.data() + first * below_ + first, below);
  }
  return negative;
}

}  // namespace resound
