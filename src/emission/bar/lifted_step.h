#pragma once
#include <array>
#include <cstddef>
#include <vector>

namespace resound {

// The bar's nodes are kept "lifted": the line is cut into eight equal stretches that lie side by side, so that row i
// holds node i of every stretch. Neighbours along the bar are then neighbouring rows: a vector register needs no
// shuffle and no unaligned load, and each value is loaded once a step. Two halo rows above and below repeat the ends of
// the next stretch.
inline constexpr std::size_t kStretches = 8;
inline constexpr std::size_t kHaloRows = 2;

struct alignas(64) LiftedRow {
  std::array<double, kStretches> node{};
};
using LiftedRows = std::vector<LiftedRow>;

struct StepFactors {
  double now = 0;                   // of u
  double before = 0;                // of u-, subtracted
  double bending = 0;               // of h^4 d_xxxx u, subtracted
  double loss = 0;                  // of h^2 d_xx (u - u-)
  double inverse_step_squared = 0;  // [1/s^2]
};

// One time step of all rows as if no bar ended: u+ takes the place of u-. Pointers are to row 0, halos are filled. If
// `acceleration` is not null it gets (u+ - 2u + u-) / k^2 for each row. Highway picks the widest vectors of the
// machine.
void lifted_step(const StepFactors& factors, std::size_t rows, const double* now, double* before, double* acceleration);

}  // namespace resound
