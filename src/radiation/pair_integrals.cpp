#include "radiation/pair_integrals.h"

#include <cmath>
#include <numbers>

#include "radiation/facet_potential.h"

namespace resound {
namespace {

constexpr double kInverse4Pi = 0.25 * std::numbers::inv_pi;

// Facets whose centroids are closer than this many times their added reach are integrated in closed form.
constexpr double kNear = 2;

bool are_near(const Facet& x, const Facet& y) {
  const Vec3 apart = x.centroid - y.centroid;
  const double near = kNear * (x.reach + y.reach);
  return dot(apart, apart) < near * near;
}

template <class Kernel>
void add_far(const Facet& x, const Facet& y, const Kernel& kernel, PairIntegrals<typename Kernel::Scalar>& sum) {
  using Scalar = typename Kernel::Scalar;
  const auto points = three_points();
  std::array<Vec3, 3> ys;
  for (std::size_t j = 0; j < 3; ++j) ys[j] = point_on(y, points[j]);
  const double weight = x.area * y.area / 9;
  for (const TrianglePoint& px : points) {
    const Vec3 at = point_on(x, px);
    std::array<Scalar, 3> single{}, dipole{};
    Scalar total{}, adjoint{};
    for (std::size_t j = 0; j < 3; ++j) {
      const Vec3 d = at - ys[j];
      const auto [g, s] = kernel(std::sqrt(dot(d, d)));
      const Scalar along = dot(d, y.normal) * s;
      total += g;
      adjoint -= dot(d, x.normal) * s;
      for (std::size_t b = 0; b < 3; ++b) {
        dipole[b] += points[j].barycentric[b] * along;
        if constexpr (Kernel::oscillates) single[b] += points[j].barycentric[b] * g;
      }
    }
    for (std::size_t a = 0; a < 3; ++a) {
      const double shape = weight * px.barycentric[a];
      sum.single_row[a] += shape * total;
      sum.adjoint[a] += shape * adjoint;
      for (std::size_t b = 0; b < 3; ++b) {
        sum.dipole[a][b] += shape * dipole[b];
        if constexpr (Kernel::oscillates) sum.single[a][b] += shape * single[b];
      }
    }
  }
}

// The static part: outer points on x, inner integral in closed form; for the adjoint the other way round.
template <class Scalar>
void add_near_static(const Facet& x, const Facet& y, PairIntegrals<Scalar>& sum) {
  for (const TrianglePoint& point : seven_points()) {
    const FacetPotential from_y = facet_potential(y, point_on(x, point));
    const FacetPotential from_x = facet_potential(x, point_on(y, point));
    for (std::size_t a = 0; a < 3; ++a) {
      const double shape = point.weight * x.area * point.barycentric[a];
      for (std::size_t b = 0; b < 3; ++b) {
        sum.single[a][b] += shape * from_y.single[b];
        sum.single_row[a] += shape * from_y.single[b];
        sum.dipole[a][b] += shape * from_y.dipole[b];
      }
      sum.adjoint[a] += point.weight * y.area * from_x.dipole[a];
    }
  }
}

// What retardation adds to it; bounded, so that points may fall together.
void add_near_rest(const Facet& x, const Facet& y, const WaveKernel& kernel, PairIntegrals<std::complex<double>>& sum) {
  for (const TrianglePoint& px : seven_points()) {
    const Vec3 at = point_on(x, px);
    for (const TrianglePoint& py : three_points()) {
      const Vec3 d = at - point_on(y, py);
      const auto [g, s] = kernel.rest(length(d));
      const double weight = px.weight * py.weight * x.area * y.area;
      for (std::size_t a = 0; a < 3; ++a) {
        const double shape = weight * px.barycentric[a];
        sum.single_row[a] += shape * g;
        sum.adjoint[a] -= shape * dot(d, x.normal) * s;
        for (std::size_t b = 0; b < 3; ++b) {
          sum.single[a][b] += shape * py.barycentric[b] * g;
          sum.dipole[a][b] += shape * py.barycentric[b] * dot(d, y.normal) * s;
        }
      }
    }
  }
}

}  // namespace

StaticKernel::Value StaticKernel::operator()(double r) const {
  const double inverse = 1 / r, g = kInverse4Pi * inverse;
  return {g, g * inverse * inverse};
}

WaveKernel::Value WaveKernel::operator()(double r) const {
  const double inverse = 1 / r, z = k * r, scale = kInverse4Pi * inverse;
  const double c = std::cos(z), s = std::sin(z), steep = scale * inverse * inverse;
  return {{scale * c, -scale * s}, {steep * (c + z * s), steep * (z * c - s)}};
}

//   ( e^{-jz} - 1 ) / (4 pi r)   and   ( (1 + jz) e^{-jz} - 1 ) / (4 pi r^3),   z = k r
WaveKernel::Value WaveKernel::rest(double r) const {
  const double z = k * r, zz = z * z;
  if (z < 0.05) {  // the first terms of the series: nothing is left of the differences here
    const double real = kInverse4Pi * k * (-z / 2 + zz * z / 24), imaginary = kInverse4Pi * k * (-1 + zz / 6);
    const double over_r = r > 0 ? 1 / r : 0;
    return {{real, imaginary},
            {kInverse4Pi * k * k * over_r * (0.5 - zz / 8), kInverse4Pi * k * k * k * (-1.0 / 3 + zz / 30)}};
  }
  const double inverse = 1 / r, scale = kInverse4Pi * inverse, steep = scale * inverse * inverse;
  const double c = std::cos(z), s = std::sin(z), half = std::sin(z / 2);
  return {{-2 * scale * half * half, -scale * s}, {steep * (z * s - 2 * half * half), steep * (z * c - s)}};
}

template <class Kernel>
PairIntegrals<typename Kernel::Scalar> pair_integrals(const Facet& x, const Facet& y, const Kernel& kernel) {
  PairIntegrals<typename Kernel::Scalar> sum;
  if (!are_near(x, y)) {
    add_far(x, y, kernel, sum);
    return sum;
  }
  add_near_static(x, y, sum);
  if constexpr (Kernel::oscillates) add_near_rest(x, y, kernel, sum);
  return sum;
}

template PairIntegrals<double> pair_integrals(const Facet&, const Facet&, const StaticKernel&);
template PairIntegrals<std::complex<double>> pair_integrals(const Facet&, const Facet&, const WaveKernel&);

}  // namespace resound
