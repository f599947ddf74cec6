#pragma once
#include <vector>

#include "fem/cholesky_factor.h"
#include "fem/orthonormal_basis.h"
#include "fem/pencil.h"

namespace resound {

// Approximate eigenpairs of K phi = lambda M phi, the nearest to the shift first, as combinations of a basis.
struct RitzPairs {
  std::vector<double> lambda;    // [rad^2/s^2]
  std::vector<double> residual;  // [1]  relative, of 1/(lambda - shift): it bounds the relative error of lambda - shift
  std::vector<double> combinations;  // one after the other, each as long as the basis
};

// Shift-and-invert block Lanczos [Grimes, Lewis & Simon 1994]: the operator (K - shift M)^-1 M is applied to a block
// of vectors at a time, every block is made M-orthonormal to all before it, and the operator's projection onto the
// basis so built is a small matrix whose extreme eigenvalues 1/(lambda - shift) become exact first. A block finds all
// members of a multiple eigenvalue; the factor is read once for a block instead of once a vector.
class BlockLanczos {
 public:
  // `known` are eigenvectors, M-orthonormal, to keep out of the search: the rigid motions.
  BlockLanczos(const Pencil& pencil, double shift, const OrthonormalBasis& known, int block_size);

  void step(CholeskyFactor& factor);  // one more block
  int size() const { return basis_.size(); }
  bool is_complete() const { return next_.count == 0; }  // the basis spans all there is: everything is exact
  // Adds fresh directions to the next block, in case the start was blind for a mode.
  void widen();

  RitzPairs ritz_pairs(int most) const;
  VectorBlock vectors(const RitzPairs& pairs, int first, int count) const;

 private:
  // A row of the symmetric matrix Q^T M OP Q: what its vector's image has of the last two blocks.
  struct Row {
    int first;
    std::vector<double> shares;
  };
  void orthogonalise(VectorBlock& x, VectorBlock& mass_x) const;
  std::vector<double> subtract_last(VectorBlock& x, VectorBlock& mass_x) const;
  std::vector<double> normalise(VectorBlock& x, VectorBlock& mass_x, double shortest_square) const;
  VectorBlock random_block(int count);

  const Pencil& pencil_;
  double shift_;  // [rad^2/s^2]
  const OrthonormalBasis& known_;
  OrthonormalBasis basis_;
  int block_size_, draws_ = 0;
  VectorBlock next_, mass_next_;                // the block to be appended, orthonormal, and M times it
  std::vector<Row> projection_;                 // the lower triangle of Q^T M OP Q
  std::vector<double> coupling_;                // next_.count x (last block): what OP leaves outside of the basis
  int last_count_ = 0, before_last_count_ = 0;  // vectors in the last two blocks of the basis
};

}  // namespace resound
