#include "fem/cholesky_factor.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "base/error.h"
#include "fem/front_tiles.h"
#include "numerics/blas.h"

namespace resound {

namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

// The lower triangle of a symmetric matrix by columns, unknowns in the order of their turn.
struct Columns {
  std::vector<std::size_t> start;
  std::vector<int> row;
  std::vector<double> value;
};

Columns shifted_columns(const Pencil& pencil, double shift, const std::vector<std::size_t>& turn) {
  const SparseRows& lower = pencil.stiffness;
  const std::vector<double> values = shifted_stiffness(pencil, shift);
  Columns columns{std::vector<std::size_t>(turn.size() + 1), std::vector<int>(values.size()),
                  std::vector<double>(values.size())};
  const auto each_entry = [&](auto&& visit) {
    for (std::size_t i = 0; i < turn.size(); ++i)
      for (std::size_t at = lower.row_start[i]; at < lower.row_start[i + 1]; ++at)
        visit(turn[i], turn[index(lower.column[at])], values[at]);
  };
  each_entry([&](std::size_t i, std::size_t j, double) { ++columns.start[std::min(i, j) + 1]; });
  std::partial_sum(columns.start.begin(), columns.start.end(), columns.start.begin());
  std::vector<std::size_t> next(columns.start.begin(), columns.start.end() - 1);
  each_entry([&](std::size_t i, std::size_t j, double value) {
    const std::size_t at = next[std::min(i, j)]++;
    columns.row[at] = static_cast<int>(std::max(i, j));
    columns.value[at] = value;
  });
  return columns;
}

// What eliminated fronts leave for their parents, the last on top: the lower triangles of dense matrices.
class Leftovers {
 public:
  struct Matrix {
    std::size_t front;  // that left it
    std::size_t size;   // rows and columns
    std::size_t start;
  };
  bool empty() const { return matrices_.empty(); }
  const Matrix& top() const { return matrices_.back(); }
  const double* values(const Matrix& matrix) const { return values_.data() + matrix.start; }
  void push(std::size_t front, const double* lower, std::size_t size) {
    const std::size_t start = used_;
    used_ += size * (size + 1) / 2;
    if (used_ > values_.size()) values_.resize(used_);
    double* to = values_.data() + start;
    for (std::size_t c = 0; c < size; ++c, lower += size) to = std::copy(lower + c, lower + size, to);
    matrices_.push_back({front, size, start});
  }
  void pop() {
    used_ = matrices_.back().start;
    matrices_.pop_back();
  }

 private:
  std::vector<Matrix> matrices_;
  std::vector<double> values_;
  std::size_t used_ = 0;
};

// One front as a dense matrix: the columns to be eliminated, and what lies right of and below them. Lower triangles.
class DenseFront {
 public:
  explicit DenseFront(std::size_t unknowns) : place_(unknowns) {}

  void begin(std::size_t first, std::size_t columns, std::span<const int> rows) {
    columns_ = columns, below_ = rows.size(), height_ = columns_ + below_;
    for (std::size_t k = 0; k < columns; ++k) place_[first + k] = static_cast<int>(k);
    for (std::size_t k = 0; k < below_; ++k) place_[index(rows[k])] = static_cast<int>(columns + k);
    panel_.assign(height_ * columns_, 0.0);
    rest_.assign(below_ * below_, 0.0);
  }
  void add_column(std::size_t column, std::span<const int> rows, std::span<const double> values) {
    double* to = panel_.data() + column * height_;
    for (std::size_t k = 0; k < rows.size(); ++k) to[place_[index(rows[k])]] += values[k];
  }
  // The leftover of a child, whose rows and columns are those of `rows`.
  void add(std::span<const int> rows, const double* values) {
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
  // L in the panel, and what is left in the rest; whether the matrix was positive definite.
  bool eliminate() {
    const int columns = static_cast<int>(columns_), below = static_cast<int>(below_),
              height = static_cast<int>(height_);
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
  const double* factor() const { return panel_.data(); }
  const double* rest() const { return rest_.data(); }

 private:
  std::size_t columns_ = 0, below_ = 0, height_ = 0;
  std::vector<double> panel_, rest_;  // height x columns, below x below, column by column
  std::vector<int> place_, at_;       // of an unknown in the front
};

}  // namespace

CholeskyFactor::CholeskyFactor(const Pencil& pencil, double shift, std::span<const int> elimination_order)
    : turn_(index(pencil.unknowns())) {
  const FrontTree tree = front_tree(pencil, elimination_order);
  const std::size_t components = index(pencil.components);
  for (std::size_t i = 0; i < turn_.size(); ++i)
    turn_[i] = index(tree.turn[i / components]) * components + i % components;

  std::size_t size = 0, widest = 0;
  for (const Front& front : tree.fronts) {
    Place place{index(front.first) * components, index(front.count) * components, rows_.size(),
                front.rows.size() * components, size};
    for (const int row : front.rows)
      for (std::size_t c = 0; c < components; ++c) rows_.push_back(static_cast<int>(index(row) * components + c));
    rows_.resize(place.row_start + rounded_to_tiles(place.row_count), pencil.unknowns());
    size += tiles_size(place.columns, place.row_count);
    widest = std::max(widest, place.columns);
    places_.push_back(place);
  }
  tiles_ = std::make_unique_for_overwrite<double[]>(size);
  work_.resize(rounded_to_tiles(widest) * kSides);
  factorise(pencil, shift, tree);
}

void CholeskyFactor::factorise(const Pencil& pencil, double shift, const FrontTree& tree) {
  const Columns columns = shifted_columns(pencil, shift, turn_);
  const auto rows_below = [&](const Place& place) {
    return std::span<const int>(rows_).subspan(place.row_start, place.row_count);
  };
  Leftovers leftovers;
  DenseFront dense(turn_.size());
  for (std::size_t f = 0; f < places_.size(); ++f) {
    const Place& place = places_[f];
    dense.begin(place.first, place.columns, rows_below(place));
    for (std::size_t c = 0; c < place.columns; ++c) {
      const std::size_t start = columns.start[place.first + c], count = columns.start[place.first + c + 1] - start;
      dense.add_column(c, std::span(columns.row).subspan(start, count), std::span(columns.value).subspan(start, count));
    }
    for (; !leftovers.empty() && tree.fronts[leftovers.top().front].parent == static_cast<int>(f); leftovers.pop())
      dense.add(rows_below(places_[leftovers.top().front]), leftovers.values(leftovers.top()));
    if (!dense.eliminate())
      throw InputError("the stiffness of the mesh cannot be factorised; look for flat or inverted elements");
    leftovers.push(f, dense.rest(), place.row_count);
    pack_tiles(dense.factor(), place.columns, place.row_count, tiles_.get() + place.tiles);
  }
}

void CholeskyFactor::solve(VectorBlock& block) {
  const auto count = index(block.count);
  for (std::size_t first = 0; first < count; first += kSides)
    solve_sides(block, first, std::min(kSides, count - first));
}

void CholeskyFactor::solve_sides(VectorBlock& block, std::size_t first, std::size_t count) {
  x_.assign((turn_.size() + 1) * kSides, 0.0);  // the last row takes what the filling of tiles does
  for (std::size_t i = 0; i < turn_.size(); ++i) std::copy_n(block.row(i) + first, count, &x_[turn_[i] * kSides]);
  const auto tiles = [&](const Place& place) {
    return FrontTiles{tiles_.get() + place.tiles, place.columns, rows_.data() + place.row_start, place.row_count};
  };
  for (const Place& place : places_) solve_lower(tiles(place), &x_[place.first * kSides], x_.data(), work_.data());
  for (auto place = places_.rbegin(); place != places_.rend(); ++place)
    solve_upper(tiles(*place), &x_[place->first * kSides], x_.data(), work_.data());
  for (std::size_t i = 0; i < turn_.size(); ++i) std::copy_n(&x_[turn_[i] * kSides], count, block.row(i) + first);
}

}  // namespace resound
