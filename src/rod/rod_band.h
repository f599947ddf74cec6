#pragma once
#include <cstddef>
#include <span>
#include <vector>

namespace resound {

// A symmetric positive definite matrix with few diagonals, factored in place by Cholesky's method. LAPACK's would do as
// well; this one always sums in the same order.
class RodBand {
 public:
  RodBand(std::size_t size, std::size_t half_width) : size_(size), width_(half_width + 1), rows_(size * width_) {}

  std::size_t size() const { return size_; }
  void clear() { rows_.assign(rows_.size(), 0); }
  // Adds to the lower triangle and so to both; no farther from the diagonal than the half width.
  void add(std::size_t i, std::size_t j, double value) { i >= j ? at(i, j) += value : at(j, i) += value; }
  bool factor();                              // false: not positive definite
  void solve(std::span<double> right) const;  // in place, after factor()

 private:
  double& at(std::size_t i, std::size_t j) { return rows_[i * width_ + width_ - 1 - (i - j)]; }  // i >= j

  std::size_t size_, width_;
  std::vector<double> rows_;  // row by row, the diagonal last
};

}  // namespace resound
