#include "fem/sparse_factor.h"

#include <dmumps_c.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/error.h"

namespace resound {

namespace {

constexpr int kNoMpi = -987654;  // what MUMPS takes for "the communicator of everything" when built without MPI
enum Job { kBegin = -1, kEnd = -2, kAnalyse = 1, kFactorise = 2, kSolve = 3 };

// The manual of MUMPS numbers its controls from 1.
int& control(DMUMPS_STRUC_C& mumps, int number) { return mumps.icntl[number - 1]; }
int outcome(const DMUMPS_STRUC_C& mumps, int number) { return mumps.infog[number - 1]; }

[[noreturn]] void fail(const DMUMPS_STRUC_C& mumps) {
  const int code = outcome(mumps, 1);
  if (code == -13 || code == -7 || code == -5)
    throw LimitError("there is not enough memory to factorise the " + std::to_string(mumps.n) +
                     " unknowns of the mesh; use larger elements");
  throw InputError("the stiffness of the mesh cannot be factorised (MUMPS error " + std::to_string(code) +
                   "); look for flat or inverted elements");
}

}  // namespace

struct SparseFactor::Instance {
  DMUMPS_STRUC_C data{};
  std::vector<double> columns;  // right-hand sides as MUMPS wants them, vector after vector

  Instance(Kind kind, int unknowns) {
    data.comm_fortran = kNoMpi;
    data.par = 1;
    data.sym = kind == Kind::positive ? 1 : 2;
    run(kBegin);
    for (int number = 1; number <= 4; ++number) control(data, number) = 0;  // say nothing
    data.n = unknowns;
  }
  ~Instance() {
    data.job = kEnd;
    dmumps_c(&data);
  }
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  bool succeeds(Job job) {
    data.job = job;
    dmumps_c(&data);
    return outcome(data, 1) >= 0;
  }
  void run(Job job) {
    if (!succeeds(job)) fail(data);
  }
};

SparseFactor::SparseFactor(const Pencil& pencil, double shift, Kind kind, std::span<const int> elimination_order)
    : mumps_(std::make_unique<Instance>(kind, pencil.unknowns())) {
  DMUMPS_STRUC_C& mumps = mumps_->data;
  // The lower triangle as (row, column, value), counted from 1.
  const SparseRows& stiffness = pencil.stiffness;
  const auto components = static_cast<std::size_t>(pencil.components);
  std::vector<int> rows, columns(stiffness.column.size()), order(elimination_order.begin(), elimination_order.end());
  std::vector<double> values = stiffness.value;
  rows.reserve(columns.size());
  std::ranges::transform(stiffness.column, columns.begin(), [](int column) { return column + 1; });
  for (int& position : order) ++position;
  for (std::size_t i = 0; i < static_cast<std::size_t>(stiffness.rows()); ++i) {
    const std::size_t first = stiffness.row_start[i], last = stiffness.row_start[i + 1];
    rows.insert(rows.end(), last - first, static_cast<int>(i) + 1);
    // Both rows ascend, and where the mass has an entry so has the stiffness.
    std::size_t at = first;
    for (std::size_t m = pencil.mass.row_start[i / components]; m < pencil.mass.row_start[i / components + 1]; ++m) {
      const auto j = static_cast<std::size_t>(pencil.mass.column[m]) * components + i % components;
      if (j > i) break;
      while (static_cast<std::size_t>(stiffness.column[at]) < j) ++at;
      values[at] -= shift * pencil.mass.value[m];
    }
  }
  mumps.nnz = static_cast<MUMPS_INT8>(values.size());
  mumps.irn = rows.data();
  mumps.jcn = columns.data();
  mumps.a = values.data();
  mumps.perm_in = order.data();
  control(mumps, 6) = 0;    // rows stay where they are
  control(mumps, 7) = 1;    // eliminate in the given order
  control(mumps, 8) = 0;    // no scaling: all unknowns are lengths
  control(mumps, 12) = 1;   // no compression of the graph: the order is given
  control(mumps, 13) = 1;   // the root is treated as all other fronts, so that its pivots are counted
  control(mumps, 14) = 20;  // [%] more memory than the analysis foresees
  control(mumps, 28) = 1;   // analyse on one process
  mumps_->run(kAnalyse);
  while (!mumps_->succeeds(kFactorise)) {
    const bool needs_more = outcome(mumps, 1) == -8 || outcome(mumps, 1) == -9;
    if (!needs_more || control(mumps, 14) > 1000) fail(mumps);
    control(mumps, 14) *= 2;
  }
  mumps.irn = mumps.jcn = mumps.perm_in = nullptr;  // they end here
  mumps.a = nullptr;
}

SparseFactor::~SparseFactor() = default;

void SparseFactor::solve(VectorBlock& block) {
  DMUMPS_STRUC_C& mumps = mumps_->data;
  const auto unknowns = static_cast<std::size_t>(mumps.n), count = static_cast<std::size_t>(block.count);
  std::vector<double>& columns = mumps_->columns;
  columns.resize(block.values.size());
  for (std::size_t i = 0; i < unknowns; ++i)
    for (std::size_t k = 0; k < count; ++k) columns[k * unknowns + i] = block.values[i * count + k];
  mumps.rhs = columns.data();
  mumps.nrhs = block.count;
  mumps.lrhs = mumps.n;
  control(mumps, 27) = block.count;
  mumps_->run(kSolve);
  for (std::size_t i = 0; i < unknowns; ++i)
    for (std::size_t k = 0; k < count; ++k) block.values[i * count + k] = columns[k * unknowns + i];
}

int SparseFactor::eigenvalues_below() const { return outcome(mumps_->data, 12); }

}  // namespace resound
