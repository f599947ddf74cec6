#pragma once
#include <cstddef>
#include <span>
#include <vector>

namespace resound {

// A sparse matrix by rows, columns ascending in each.
struct SparseRows {
  std::vector<std::size_t> row_start;  // one more than rows
  std::vector<int> column;
  std::vector<double> value;
  int rows() const { return static_cast<int>(row_start.size()) - 1; }
};

// The two sides of K phi = lambda M phi, both symmetric, M positive definite.
struct Pencil {
  SparseRows stiffness;  // [N/m]  lower triangle with the diagonal, a row for each unknown
  SparseRows mass;       // [kg]   both triangles; each row serves `components` unknowns in turn, as x, y, z of a node
  int components = 1;
  int unknowns() const { return stiffness.rows(); }
};

// Some vectors side by side: unknown i of vector k is values[i * count + k]. Rows, not columns, lie together because a
// sparse matrix gathers rows.
struct VectorBlock {
  int count = 0;               // of vectors
  std::vector<double> values;  // unknowns x count
  VectorBlock() = default;
  VectorBlock(int unknowns, int vectors)
      : count(vectors), values(static_cast<std::size_t>(unknowns) * static_cast<std::size_t>(vectors)) {}
  double* row(std::size_t i) { return values.data() + i * static_cast<std::size_t>(count); }
  const double* row(std::size_t i) const { return values.data() + i * static_cast<std::size_t>(count); }
};

inline constexpr std::size_t kRowsInFirstCache = 192;  // of two blocks of eight vectors: 24 kB

// M x for each vector of the block.
void apply_mass(const Pencil& pencil, const VectorBlock& x, VectorBlock& result);
// K - shift M, entry by entry as the stiffness lies: where the mass has an entry so has the stiffness.
std::vector<double> shifted_stiffness(const Pencil& pencil, double shift);
// K x for each vector of the block.
void apply_stiffness(const Pencil& pencil, const VectorBlock& x, VectorBlock& result);

}  // namespace resound
