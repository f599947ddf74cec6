#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "fem/pencil.h"

namespace resound {

// Vectors q with q_i^T M q_j = 1 if i = j, else 0, and the three products that Gram-Schmidt needs of them. It grows by
// panels, so that growing copies nothing. Work is cut by rows in the same way for any number of threads.
class OrthonormalBasis {
 public:
  explicit OrthonormalBasis(int unknowns);

  int size() const { return size_; }
  void append(const VectorBlock& vectors);  // already orthonormal

  // Q^T y: (size() - first) x y.count, row by row, without the oldest q. With y = M x these are the shares of each q
  // in x.
  std::vector<double> shares(const VectorBlock& y, int first = 0) const;
  // x -= Q shares, again without the oldest q.
  void subtract(std::span<const double> shares, VectorBlock& x, int first = 0) const;
  // Q s for `count` vectors s, which lie one after the other.
  VectorBlock combine(std::span<const double> s, int count) const;

 private:
  static constexpr int kWidth = 8;  // vectors in a panel, so that a row is one line of the cache
  struct Rows {
    std::size_t first, end;
  };
  Rows rows_of(std::size_t share) const;
  template <class Visit>
  void each_panel(int first, const Visit& visit) const;
  void add_shares(const Rows& rows, int first, const VectorBlock& y, double* sum) const;
  void add_combined(double sign, const Rows& rows, int first, const double* shares, VectorBlock& x) const;

  std::size_t unknowns_, rows_in_share_, share_count_;
  int size_ = 0;
  std::vector<std::vector<double>> panels_;  // unknowns x kWidth each, row by row
};

}  // namespace resound
