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

// u+ = centre u + beside (u_l-1 + u_l+1) + beyond (u_l-2 + u_l+2) + old_centre u- + old_beside (u-_l-1 + u-_l+1)
struct StepFactors {
  double centre = 0, beside = 0, beyond = 0;
  double old_centre = 0, old_beside = 0;
  double inverse_step_squared = 0;  // [1/s^2]
};

// The two nodes before the first; those behind the last lie in cells that no node fills.
struct LeftGhosts {
  double first = 0, second = 0;  // u_-1, u_-2
};

// Fills the halos of a state.
void fill_halo(std::size_t rows, const LeftGhosts& ghosts, double* state);

// Fills the halos of u and makes one time step of all rows: u+ takes the place of u-. Pointers are to row 0. If
// `acceleration` is not null it gets (u+ - 2u + u-) / k^2 for each row. Highway picks the widest vectors of the
// machine.
void lifted_step(const StepFactors& factors, std::size_t rows, const LeftGhosts& ghosts, double* now, double* before,
                 double* acceleration);

}  // namespace resound
