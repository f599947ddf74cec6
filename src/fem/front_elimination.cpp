#include "fem/front_elimination.h"

#include <algorithm>
#include <numeric>

#include "fem/elimination_order.h"
#include "fem/front_tiles.h"
#include "fem/front_tree.h"
#include "fem/index.h"

namespace resound {

namespace {

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

}  // namespace

FrontLayout front_layout(const Pencil& pencil) {
  const FrontTree tree = front_tree(pencil, elimination_order(pencil));
  const std::size_t components = index(pencil.components);
  FrontLayout layout;
  for (std::size_t i = 0; i < index(pencil.unknowns()); ++i)
    layout.turn.push_back(index(tree.turn[i / components]) * components + i % components);
  for (const Front& front : tree.fronts) {
    layout.places.push_back({index(front.first) * components, index(front.count) * components, layout.rows.size(),
                             front.rows.size() * components, front.parent});
    for (const int row : front.rows)
      for (std::size_t c = 0; c < components; ++c) layout.rows.push_back(static_cast<int>(index(row) * components + c));
    layout.rows.resize(rounded_to_tiles(layout.rows.size()), pencil.unknowns());
  }
  return layout;
}

void eliminate_fronts(const Pencil& pencil, double shift, const FrontLayout& layout,
                      const std::function<void(std::size_t number, DenseFront& front)>& eliminate) {
  const Columns columns = shifted_columns(pencil, shift, layout.turn);
  Leftovers leftovers;
  DenseFront dense(layout.turn.size());
  for (std::size_t f = 0; f < layout.places.size(); ++f) {
    const FrontLayout::Place& place = layout.places[f];
    dense.begin(place.first, place.columns, layout.rows_below(place));
    for (std::size_t c = 0; c < place.columns; ++c) {
      const std::size_t start = columns.start[place.first + c], count = columns.start[place.first + c + 1] - start;
      dense.add_column(c, std::span(columns.row).subspan(start, count), std::span(columns.value).subspan(start, count));
    }
    for (; !leftovers.empty() && layout.places[leftovers.top().front].parent == static_cast<int>(f); leftovers.pop())
      dense.add(layout.rows_below(layout.places[leftovers.top().front]), leftovers.values(leftovers.top()));
    eliminate(f, dense);
    leftovers.push(f, dense.rest(), place.row_count);
  }
}

}  // namespace resound
