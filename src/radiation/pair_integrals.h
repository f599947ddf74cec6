#pragma once
#include <array>
#include <complex>
#include <span>
#include <vector>

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
  static constexpr double k = 0;  // [1/m]
};

struct WaveKernel {
  using Scalar = std::complex<double>;
  static constexpr bool oscillates = true;
  double k = 0;  // [1/m]

  struct Value {
    Scalar g;  // [1/m]    G
    Scalar s;  // [1/m^3]  dG/dn_y = (x - y).n_y s,  dG/dn_x = -(x - y).n_x s
  };
  Value operator()(double r) const;
  Value beyond_static(double r) const;  // what retardation adds to the same at k = 0
};

// The pairs of facets that touch, or lie so close that three points each would not do. Their static part is in closed
// form, so that a thin wall may be much thinner than its facets are wide; it is the same at all frequencies and
// computed once a surface. Other pairs: kernel_values.h.
class NearPairs {
 public:
  explicit NearPairs(const RadiatingSurface& surface);

  struct Pair {
    std::size_t facet = 0;  // y
    PairIntegrals<double> integrals;
  };
  std::span<const Pair> of(std::size_t facet) const { return pairs_[facet]; }  // x; by rising y

 private:
  std::vector<std::vector<Pair>> pairs_;
};

// What retardation adds to the static part of a near pair: smooth.
PairIntegrals<std::complex<double>> retarded(const Facet& x, const Facet& y, const WaveKernel& kernel,
                                             const PairIntegrals<double>& at_once);

}  // namespace resound
