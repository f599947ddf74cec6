#pragma once
#include <array>
#include <complex>
#include <span>
#include <vector>

#include "radiation/pair_integrals.h"

namespace resound {

// The three points of every facet, one coordinate an array: point j of facet f is at j * facets + f.
struct SurfacePoints {
  explicit SurfacePoints(const RadiatingSurface& surface);
  std::size_t facets = 0;
  std::vector<double> x, y, z;                       // [m]
  std::vector<double> normal_x, normal_y, normal_z;  // of the facet, repeated for each point
};

// One point of a facet against a row of points: what the vector code is handed.
struct KernelRow {
  Vec3 at, normal;
  double wavenumber;
  const double *x, *y, *z, *normal_x, *normal_y, *normal_z;
  double *g_re, *g_im, *dipole_re, *dipole_im, *adjoint_re, *adjoint_im;
};

// G and its two normal derivatives between the three points of one facet and those of a stretch of others: nearly all
// of the work of a large surface, many pairs at once. Facets that are too close for it get values of no use.
class KernelValues {
 public:
  static constexpr std::size_t kStretch = 128;  // facets, so that everything stays in the cache

  // Facets first <= f < first + count. A wavenumber of 0 leaves the imaginary parts out.
  void fill(const Facet& x, const SurfacePoints& y, std::size_t first, std::size_t count, double wavenumber);

  // The integrals of the pair with facet first + f, from three points each: with barycentric coordinates of 2/3 and
  // 1/6, the sum over points weighted by shape functions a and b is
  //   v_ab / 4 + (row_a + column_b) / 12 + all / 36
  template <class Scalar>
  PairIntegrals<Scalar> integrals(std::size_t f, double area_product) const;

 private:
  // [value][point of x][point of y][facet]
  using Sheet = std::array<std::array<std::array<double, kStretch>, 3>, 3>;
  Sheet g_re_, g_im_, dipole_re_, dipole_im_, adjoint_re_, adjoint_im_;
};

}  // namespace resound
