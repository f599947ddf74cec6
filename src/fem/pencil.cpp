#include "fem/pencil.h"

#include <algorithm>

#include "base/parallel.h"
#include "fem/block_products.h"

namespace resound {

namespace {
constexpr std::size_t kRowsAtATime = 512;
}

void apply_mass(const Pencil& pencil, const VectorBlock& x, VectorBlock& result) {
  const SparseRows& mass = pencil.mass;
  const auto rows = static_cast<std::size_t>(mass.rows());
  // The components of a node lie together, so that a node is one long row with one factor.
  const auto width = static_cast<std::size_t>(x.count * pencil.components);
  result.count = x.count;
  result.values.resize(x.values.size());
  parallel_for((rows + kRowsAtATime - 1) / kRowsAtATime, [&](std::size_t chunk) {
    const std::size_t end = std::min(rows, (chunk + 1) * kRowsAtATime);
    for (std::size_t i = chunk * kRowsAtATime; i < end; ++i) {
      double* y = result.values.data() + i * width;
      const std::size_t first = mass.row_start[i];
      sparse_row(mass.value.data() + first, mass.column.data() + first, mass.row_start[i + 1] - first, x.values.data(),
                 width, y);
    }
  });
}

std::vector<double> shifted_stiffness(const Pencil& pencil, double shift) {
  const SparseRows &stiffness = pencil.stiffness, &mass = pencil.mass;
  const auto components = static_cast<std::size_t>(pencil.components);
  std::vector<double> values = stiffness.value;
  for (std::size_t i = 0; i < static_cast<std::size_t>(stiffness.rows()); ++i) {
    std::size_t at = stiffness.row_start[i];  // both rows ascend
    for (std::size_t m = mass.row_start[i / components]; m < mass.row_start[i / components + 1]; ++m) {
      const auto j = static_cast<std::size_t>(mass.column[m]) * components + i % components;
      if (j > i) break;
      while (static_cast<std::size_t>(stiffness.column[at]) < j) ++at;
      values[at] -= shift * mass.value[m];
    }
  }
  return values;
}

void apply_stiffness(const Pencil& pencil, const VectorBlock& x, VectorBlock& result) {
  const SparseRows& stiffness = pencil.stiffness;
  result.count = x.count;
  result.values.assign(x.values.size(), 0.0);
  const auto count = static_cast<std::size_t>(x.count);
  for (std::size_t i = 0; i < static_cast<std::size_t>(stiffness.rows()); ++i)
    for (std::size_t at = stiffness.row_start[i]; at < stiffness.row_start[i + 1]; ++at) {
      const auto j = static_cast<std::size_t>(stiffness.column[at]);
      const double k = stiffness.value[at];
      for (std::size_t v = 0; v < count; ++v) result.row(i)[v] += k * x.row(j)[v];
      if (i == j) continue;
      for (std::size_t v = 0; v < count; ++v) result.row(j)[v] += k * x.row(i)[v];
    }
}

}  // namespace resound
