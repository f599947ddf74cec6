#pragma once
#include <memory>
#include <span>
#include <vector>

#include "fem/front_tree.h"
#include "fem/pencil.h"

namespace resound {

// K - shift M = L L^T for a shift below all eigenvalues, by fronts [Duff & Reid 1983; Liu 1992], made for solving with
// many blocks of vectors: L is stored in the order in which a solve reads it, see front_tiles.h.
class CholeskyFactor {
 public:
  CholeskyFactor(const Pencil& pencil, double shift, std::span<const int> elimination_order);

  // Solves for all vectors of the block at once: the factor, larger than any cache, is read once for eight of them.
  void solve(VectorBlock& block);

 private:
  // Where the factor of a front lies.
  struct Place {
    std::size_t first, columns;        // unknowns, by turn
    std::size_t row_start, row_count;  // in rows_
    std::size_t tiles;                 // in tiles_
  };
  void factorise(const Pencil& pencil, double shift, const FrontTree& tree);
  void solve_sides(VectorBlock& block, std::size_t first, std::size_t count);

  std::vector<std::size_t> turn_;  // of each unknown
  std::vector<Place> places_;
  std::vector<int> rows_;  // below each front, by turn, rounded up to whole tiles
  std::unique_ptr<double[]> tiles_;
  std::vector<double> x_, work_;  // of a solve
};

}  // namespace resound
