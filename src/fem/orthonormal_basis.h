#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "fem/pencil.h"

namespace resound {

// Vectors q with q_i^T M q_j = 1 if i = j, else 0, and the three products that Gram-Schmidt needs of them. It grows by
// blocks, which are kept as they come. Work is cut by rows in the same way for any number of threads.
class OrthonormalBasis {
 public:
  explicit OrthonormalBasis(int unknowns);

  int size() const { return size_; }
  std::size_t blocks() const { return blocks_.size(); }
  void append(VectorBlock vectors);  // already orthonormal

  // Q^T y, a row for each q. With y = M x these are the shares of each q in x. The first blocks can be left out.
  std::vector<double> shares(const VectorBlock& y, std::size_t first_block = 0) const;
  // x -= Q shares, again without the first blocks.
  void subtract(std::span<const double> shares, VectorBlock& x, std::size_t first_block = 0) const;
  // Q s for `count` vectors s, which lie one after the other.
  VectorBlock combine(std::span<const double> s, int count) const;

 private:
  struct Rows {
    std::size_t first, end;
  };
  Rows rows_of(std::size_t share) const;
  template <class Visit>
  void each_block(std::size_t first, std::size_t row, std::size_t height, const Visit& visit) const;
  void add_shares(const Rows& rows, std::size_t first, const VectorBlock& y, double* sum) const;
  void add_combined(double sign, const Rows& rows, std::size_t first, const double* shares, VectorBlock& x) const;

  std::size_t unknowns_, rows_in_share_, share_count_;
  int size_ = 0;
  std::vector<VectorBlock> blocks_;
};

}  // namespace resound
