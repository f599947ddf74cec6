#pragma once
#include <memory>
#include <span>

#include "fem/pencil.h"

namespace resound {

// The factors of K - shift M, by MUMPS (sequential, symmetric).
class SparseFactor {
 public:
  enum class Kind {
    positive,   // below all eigenvalues: K - shift M is positive definite, no pivoting
    indefinite  // anywhere; knows how many eigenvalues lie below the shift
  };
  SparseFactor(const Pencil& pencil, double shift, Kind kind, std::span<const int> elimination_order);
  ~SparseFactor();
  SparseFactor(const SparseFactor&) = delete;
  SparseFactor& operator=(const SparseFactor&) = delete;

  // Solves for all vectors of the block at once: the factor, larger than any cache, is read once for all of them.
  void solve(VectorBlock& block);

  // How many eigenvalues of K phi = lambda M phi lie below the shift [Sylvester's law of inertia].
  int eigenvalues_below() const;

 private:
  struct Instance;
  std::unique_ptr<Instance> mumps_;
};

}  // namespace resound
