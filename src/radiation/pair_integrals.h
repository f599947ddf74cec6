#pragma once
#include <array>
#include <complex>

#include "radiation/radiating_surface.h"

namespace resound {

// Integrals over a pair of facets, x on the first (tested with its shape functions), y on the second, of
//   G = e^{-jkr} / (4 pi r)   and its derivatives along the outward normals n_x and n_y
template <class Scalar>
struct PairIntegrals {
  std::array<std::array<Scalar, 3>, 3> single = {};  // [m^3]  shape_a(x) G shape_b(y); left out if k = 0
  std::array<Scalar, 3> single_row = {};             // [m^3]  shape_a(x) G
  std::array<std::array<Scalar, 3>, 3> dipole = {};  // [m^2]  shape_a(x) dG/dn_y shape_b(y)
  std::array<Scalar, 3> adjoint = {};                // [m^2]  shape_a(x) dG/dn_x
};

// G without retardation: how the air moves when it need not be compressed.
struct StaticKernel {
  using Scalar = double;
  static constexpr bool oscillates = false;
  struct Value {
    double g;  // [1/m]    G
    double s;  // [1/m^3]  dG/dn_y = (x - y).n_y s,  dG/dn_x = -(x - y).n_x s
  };
  Value operator()(double r) const;
  Value rest(double) const { return {0, 0}; }  // beyond the static part
};

struct WaveKernel {
  using Scalar = std::complex<double>;
  static constexpr bool oscillates = true;
  struct Value {
    std::complex<double> g, s;
  };
  Value operator()(double r) const;
  Value rest(double r) const;
  double k = 0;  // [1/m]
};

// Two facets that touch or are close get the static part of the inner integral in closed form, so that a thin wall may
// be much thinner than its facets are wide; the rest is smooth. Others get three points each.
template <class Kernel>
PairIntegrals<typename Kernel::Scalar> pair_integrals(const Facet& x, const Facet& y, const Kernel& kernel);

}  // namespace resound
