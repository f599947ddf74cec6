#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace resound {

// One front as a dense matrix: the columns to be eliminated, and what lies right of and below them. Lower triangles.
class DenseFront {
 public:
  explicit DenseFront(std::size_t unknowns) : place_(unknowns) {}

  // All zero. Its unknowns are `columns` from the first one on, and those below.
  void begin(std::size_t first, std::size_t columns, std::span<const int> rows);
  void add_column(std::size_t column, std::span<const int> rows, std::span<const double> values);
  // What a child left: the lower triangle over `rows`, column by column.
  void add(std::span<const int> rows, const double* values);

  // Eliminates the columns if they are positive definite: factor() is L then, (columns + rows) x columns, and rest(),
  // rows x rows, is what is left.
  bool eliminate();
  // Eliminates the columns, pivoting among them, and tells how many pivots are negative; nothing if that would
  // magnify round-off. There is no factor then.
  std::optional<int> eliminate_indefinite();
  const double* factor() const { return panel_.data(); }
  const double* rest() const { return rest_.data(); }

 private:
  std::size_t columns_ = 0, below_ = 0, height_ = 0;
  std::vector<double> panel_, rest_;  // height x columns, below x below, column by column
  std::vector<int> place_, at_;       // of an unknown in the front
};

}  // namespace resound
