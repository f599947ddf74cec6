#pragma once
#include <array>
#include <vector>

#include "base/clock.h"
#include "emission/bar/bar_loss.h"
#include "emission/bar/uniform_bar.h"

namespace resound {

// One row of the difference operators, at the nodes l-2 … l+2. Where an end has folded its ghost nodes into a row, that
// row differs from the others.
struct SchemeRow {
  std::array<double, 5> bending{};    // h^4 d_xxxx
  std::array<double, 5> laplacian{};  // h^2 d_xx
  double mass_share = 1;              // of a full cell; 1/2 at a free end, 0 where the bar is held
};

// Explicit finite differences for a uniform bar [Bilbao 2009, ch. 7], nodes 0 … intervals:
//
//   u+ = [ 2u - (1 - sigma0 k) u- - mu^2 (h^4 d_xxxx) u + (2 sigma1 k / h^2)(h^2 d_xx)(u - u-) + k^2 F / (rho A h) ] /
//   (1 + sigma0 k)
//
// with mu = kappa k / h^2. The rows at the ends derive from the energy that the scheme conserves.
struct BarScheme {
  UniformBar bar;
  BarLoss loss;
  double step = 0;     // [s]  k
  int intervals = 0;   // N
  double spacing = 0;  // [m]  h = length / N

  double mu() const { return bar.kappa * step / (spacing * spacing); }
};

BarScheme bar_scheme(const UniformBar& bar, const BarLoss& loss, double step, int intervals);  // stable or not

// The finest grid that is stable:  h^2 >= ( 4 sigma1 k + sqrt((4 sigma1 k)^2 + 16 kappa^2 k^2) ) / 2.
int largest_stable_intervals(const UniformBar& bar, const BarLoss& loss, double step);
double stable_step(const BarScheme& scheme);  // [s]  the longest step for this grid

SchemeRow scheme_row(const BarScheme& scheme, int node);

// Kinetic plus potential energy of two successive states; without loss and force it stays the same to rounding.
double scheme_energy(const BarScheme& scheme, const std::vector<double>& now,
                     const std::vector<double>& before);  // [J]

}  // namespace resound
