#pragma once
#include <memory>
#include <vector>

#include "fem/front_elimination.h"
#include "fem/pencil.h"

namespace resound {

// K - shift M = L L^T for a shift below all eigenvalues, by fronts [Duff & Reid 1983; Liu 1992], made for solving with
// many blocks of vectors: L is stored in the order in which a solve reads it, see front_tiles.h.
class CholeskyFactor {
 public:
  CholeskyFactor(const Pencil& pencil, double shift, const FrontLayout& layout);

  // Solves for all vectors of the block at once: the factor, larger than any cache, is read once for eight of them.
  void solve(VectorBlock& block);

 private:
  void solve_sides(VectorBlock& block, std::size_t first, std::size_t count);

  const FrontLayout& layout_;
  std::vector<std::size_t> start_;  // of the factor of each front in tiles_
  std::unique_ptr<double[]> tiles_;
  std::vector<double> x_, work_;  // of a solve
};

}  // namespace resound
