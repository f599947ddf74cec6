#pragma once
#include <complex>
#include <functional>
#include <span>
#include <vector>

#include "radiation/pair_integrals.h"

namespace resound {

// Both boundary integral equations of the air around a closed surface, joined [Burton & Miller 1971] and tested with
// the linear shape functions of the nodes. With pressure p (linear, one number a node) and outward speed v (constant on
// a facet):
//   ( 1/2 - H - eta N ) p = j omega rho ( G + eta (1/2 + H') ) v
// G is the single layer, H the dipole layer, H' its adjoint, N the normal derivative of H. The first equation alone has
// resonances of the space inside, and loses the two sides of a thin wall from sight; the second sees the difference
// between the sides. N is never evaluated: tested, it is an integral over G of surface curls [Maue 1949],
//   <q, N p> = -int int G ( curl q . curl p - k^2 n_x.n_y q p )
template <class Scalar>
struct BoundaryEquations {
  int nodes = 0;
  std::vector<Scalar> pressure;  // nodes x nodes, by rows: the operator on p
  std::vector<Scalar> smooth;    // nodes x nodes, by rows: the operator on v, for a v that is linear; if asked for
  std::vector<Scalar> loads;     // nodes x columns of `speed`, column by column: the operator on v, applied
};

struct BoundarySettings {
  std::complex<double> eta = 0;                // [m]  real for the static kernel
  bool smooth = false;                         // also the operator on a linear v?
  std::function<void(double share)> progress;  // 0 to 1
  bool each_facet = false;                     // loads of every facet alone, in place of those of `speed`?
};

// `speed` holds facets x columns, column by column. Work: facets^2 pairs, shared by threads in a fixed order.
template <class Kernel>
BoundaryEquations<typename Kernel::Scalar> boundary_equations(const RadiatingSurface& surface, const NearPairs& near,
                                                              const Kernel& kernel, std::span<const double> speed,
                                                              const BoundarySettings& settings);

}  // namespace resound
