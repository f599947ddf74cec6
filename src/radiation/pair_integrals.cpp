#include "radiation/pair_integrals.h"

#include <cmath>
#include <numbers>

#include "base/parallel.h"
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

// The static part: outer points on x, inner integral in closed form; for the adjoint the other way round.
PairIntegrals<double> static_integrals(const Facet& x, const Facet& y) {
  PairIntegrals<double> sum;
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
  return sum;
}

}  // namespace

WaveKernel::Value WaveKernel::operator()(double r) const {
  const double inverse = 1 / r, z = k * r, scale = kInverse4Pi * inverse;
  const double c = std::cos(z), s = std::sin(z), steep = scale * inverse * inverse;
  return {{scale * c, -scale * s}, {steep * (c + z * s), steep * (z * c - s)}};
}

//   ( e^{-jz} - 1 ) / (4 pi r)   and   ( (1 + jz) e^{-jz} - 1 ) / (4 pi r^3),   z = k r
WaveKernel::Value WaveKernel::beyond_static(double r) const {
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

NearPairs::NearPairs(const RadiatingSurface& surface) : pairs_(surface.facets.size()) {
  parallel_for(pairs_.size(), [&](std::size_t i) {
    const Facet& x = surface.facets[i];
    for (std::size_t j = 0; j < pairs_.size(); ++j)
      if (const Facet& y = surface.facets[j]; are_near(x, y)) pairs_[i].push_back({j, static_integrals(x, y)});
  });
}

PairIntegrals<std::complex<double>> retarded(const Facet& x, const Facet& y, const WaveKernel& kernel,
                                             const PairIntegrals<double>& at_once) {
  PairIntegrals<std::complex<double>> sum;
  for (std::size_t a = 0; a < 3; ++a) {
    sum.single_row[a] = at_once.single_row[a];
    sum.adjoint[a] = at_once.adjoint[a];
    for (std::size_t b = 0; b < 3; ++b)
      sum.single[a][b] = at_once.single[a][b], sum.dipole[a][b] = at_once.dipole[a][b];
  }
  for (const TrianglePoint& px : three_points())
    for (const TrianglePoint& py : three_points()) {
      const Vec3 d = point_on(x, px) - point_on(y, py);
      const auto [g, s] = kernel.beyond_static(length(d));
      const double weight = px.weight * py.weight * x.area * y.area;
      const std::complex<double> single = weight * g;
      const std::complex<double> dipole = (weight * dot(d, y.normal)) * s, adjoint = (-weight * dot(d, x.normal)) * s;
      for (std::size_t a = 0; a < 3; ++a) {
        const double shape = px.barycentric[a];
        sum.single_row[a] += shape * single;
        sum.adjoint[a] += shape * adjoint;
        for (std::size_t b = 0; b < 3; ++b) {
          sum.single[a][b] += (shape * py.barycentric[b]) * single;
          sum.dipole[a][b] += (shape * py.barycentric[b]) * dipole;
        }
      }
    }
  return sum;
}

}  // namespace resound
