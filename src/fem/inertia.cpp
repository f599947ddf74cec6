#include "fem/inertia.h"

#include <dmumps_c.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace resound {

namespace {

constexpr int kNoMpi = -987654;  // what MUMPS takes for "the communicator of everything" when built without MPI
enum Job { kBegin = -1, kEnd = -2, kAnalyse = 1, kFactorise = 2 };

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

struct Mumps {
  DMUMPS_STRUC_C data{};

  explicit Mumps(int unknowns) {
    data.comm_fortran = kNoMpi;
    data.par = 1;
    data.sym = 2;  // symmetric, not definite
    run(kBegin);
    for (int number = 1; number <= 4; ++number) control(data, number) = 0;  // say nothing
    data.n = unknowns;
  }
  ~Mumps() {
    data.job = kEnd;
    dmumps_c(&data);
  }
  Mumps(const Mumps&) = delete;
  Mumps& operator=(const Mumps&) = delete;

  bool succeeds(Job job) {
    data.job = job;
    dmumps_c(&data);
    return outcome(data, 1) >= 0;
  }
  void run(Job job) {
    if (!succeeds(job)) fail(data);
  }
};

}  // namespace

int eigenvalues_below(const Pencil& pencil, double shift, const FrontLayout& layout) {
  int count = 0;
  bool safe = true;
  eliminate_fronts(pencil, shift, layout, [&](std::size_t, DenseFront& front) {
    const std::optional<int> negative = safe ? front.eliminate_indefinite() : std::nullopt;
    safe = negative.has_value();
    count += negative.value_or(0);
  });
  return safe ? count : eigenvalues_below_by_mumps(pencil, shift, layout);
}

int eigenvalues_below_by_mumps(const Pencil& pencil, double shift, const FrontLayout& layout) {
  Mumps instance(pencil.unknowns());
  DMUMPS_STRUC_C& mumps = instance.data;
  // The lower triangle as (row, column, value), counted from 1.
  const SparseRows& stiffness = pencil.stiffness;
  std::vector<int> rows, columns(stiffness.column.size()), order(layout.turn.begin(), layout.turn.end());
  std::vector<double> values = shifted_stiffness(pencil, shift);
  rows.reserve(columns.size());
  std::ranges::transform(stiffness.column, columns.begin(), [](int column) { return column + 1; });
  for (int& position : order) ++position;
  for (std::size_t i = 0; i < static_cast<std::size_t>(stiffness.rows()); ++i)
    rows.insert(rows.end(), stiffness.row_start[i + 1] - stiffness.row_start[i], static_cast<int>(i) + 1);
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
  control(mumps, 31) = 1;   // pivots are counted, factors thrown away
  instance.run(kAnalyse);
  while (!instance.succeeds(kFactorise)) {
    const bool needs_more = outcome(mumps, 1) == -8 || outcome(mumps, 1) == -9;
    if (!needs_more || control(mumps, 14) > 1000) fail(mumps);
    control(mumps, 14) *= 2;
  }
  return outcome(mumps, 12);
}

}  // namespace resound
