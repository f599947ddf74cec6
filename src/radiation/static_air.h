#pragma once
#include <complex>
#include <functional>
#include <span>
#include <vector>

#include "radiation/radiating_surface.h"

namespace resound {

// The air around a body as it moves when nothing is compressed: one dense factorisation a mesh. It gives the added-mass
// operator Q [m] (surface potential phi = -Q v of an outward speed v) and, from it, the surface pressure at any
// frequency by the doubly asymptotic approximation [Geers 1978], right at both ends and exact for a breathing sphere:
//   Q dp/dt + c p = rho c Q dv/dt
// Callers hold a OneBlasThread.
class StaticAir {
 public:
  // `speeds`: facets x columns, the outward speeds of interest, column by column.
  StaticAir(const RadiatingSurface& surface, std::span<const double> speeds,
            const std::function<void(double share)>& progress = {});

  int nodes() const { return nodes_; }
  std::size_t columns() const { return loads_.size() / static_cast<std::size_t>(nodes_); }
  std::vector<double> added_length(std::size_t column) const;  // [m m/s]  Q v at the nodes

  // The pressure over rho c [m/s], nodes x columns, for each column at its own wavenumber; independent of the order.
  //   ( 1 + jk Q ) p / (rho c) = jk Q v
  std::vector<std::complex<double>> doubly_asymptotic(std::span<const std::size_t> columns,
                                                      std::span<const double> wavenumbers) const;

 private:
  void apply_q(std::vector<double>& columns) const;  // of nodal speeds, in place

  int nodes_;
  std::vector<double> factors_, smooth_, loads_;
  std::vector<int> pivots_;
};

}  // namespace resound
