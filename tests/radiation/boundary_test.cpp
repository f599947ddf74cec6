#include <doctest/doctest.h>

#include <numbers>

#include "radiation/bodies.h"
#include "radiation/facet_potential.h"
#include "radiation/spherical_waves.h"
#include "radiation/surface_waves.h"

using namespace resound;
using namespace resound::test;
using Complex = std::complex<double>;

namespace {

// Integrals of facet_potential by cutting the facet into 4^cuts pieces.
FacetPotential by_pieces(const Facet& facet, const Vec3& point, int cuts) {
  FacetPotential sum;
  const int n = 1 << cuts;
  const double area = facet.area / (n * n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 2 * (n - i) - 1; ++j) {
      const double shift = j % 2 ? 2.0 / 3 : 1.0 / 3;
      const double u = (i + shift) / n, v = (j / 2 + shift) / n;
      const std::array<double, 3> shape{1 - u - v, u, v};
      const Vec3 d = point - (shape[0] * facet.corners[0] + u * facet.corners[1] + v * facet.corners[2]);
      const double r = length(d), scale = area * 0.25 * std::numbers::inv_pi;
      for (std::size_t a = 0; a < 3; ++a) {
        sum.single[a] += scale * shape[a] / r;
        sum.dipole[a] += scale * shape[a] * dot(d, facet.normal) / (r * r * r);
      }
    }
  return sum;
}

}  // namespace

TEST_CASE("the closed form of a facet is its integral, from above, beside and below") {
  const TriangleMesh mesh{{{0, 0, 0}, {1.3, 0.2, 0.1}, {0.3, 0.9, -0.2}, {0, 0, -1}}, {{0, 1, 2}}};
  const Facet facet = RadiatingSurface(mesh).facets[0];
  for (const Vec3& point : {Vec3{0.4, 0.4, 0.5}, Vec3{0.4, 0.3, -0.2}, Vec3{-0.5, -0.4, 0.1}, Vec3{2.6, 0.4, 0.2}}) {
    const FacetPotential exact = facet_potential(facet, point), summed = by_pieces(facet, point, 8);
    for (std::size_t a = 0; a < 3; ++a) {
      CHECK(exact.single[a] == doctest::Approx(summed.single[a]).epsilon(1e-4));
      CHECK(exact.dipole[a] == doctest::Approx(summed.dipole[a]).epsilon(1e-3).scale(0.01));
    }
  }
}

TEST_CASE("from just above, a facet fills half of the view") {
  const TriangleMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
  const Facet facet = RadiatingSurface(mesh).facets[0];
  for (const double side : {1.0, -1.0}) {
    const FacetPotential at = facet_potential(facet, {0.3, 0.3, side * 1e-9});
    CHECK(at.dipole[0] + at.dipole[1] + at.dipole[2] == doctest::Approx(side / 2).epsilon(1e-6));
  }
}

TEST_CASE("multipoles of a surface add up to Kirchhoff's integral over it") {
  // any motion and pressure will do: both are integrals over the same data
  const TriangleMesh mesh = grid_box({0.4, 0.3, 0.05}, 12, 9, 2);
  const RadiatingSurface surface(mesh);
  std::vector<Vec3> motion;
  for (const Vec3& p : mesh.vertices) motion.push_back({std::sin(9 * p.x), p.y, std::cos(7 * p.x * p.y) + 3 * p.z});
  std::vector<Complex> pressure;
  for (int i = 0; i < surface.nodes; ++i) pressure.push_back(std::polar(50.0, 0.1 * i));
  for (const double k : {0.5, 6.0, 40.0}) {
    const SurfaceWaves waves{k, 1.2 * 343 * k, motion, pressure};
    const ModeField field = multipoles(surface, waves, 1e-3);
    for (const Vec3& place : {Vec3{0.5, 0.2, 0.3}, Vec3{0.1, -0.3, 0.55}, Vec3{-20, 30, 10}}) {
      CAPTURE(k);
      CAPTURE(field.order);
      const Complex exact = pressure_at(surface, waves, place);
      const Complex found =
          transfer(field, place - surface.centre) * std::polar(1.0, -k * length(place - surface.centre));
      CHECK(std::abs(found - exact) < 1e-3 * std::abs(exact));
    }
  }
}

TEST_CASE("what is left out of a map stays below the tolerance in the loudest direction") {
  const TriangleMesh mesh = grid_box({0.4, 0.3, 0.05}, 12, 9, 2);
  const RadiatingSurface surface(mesh);
  const std::vector<Vec3> motion(mesh.vertices.size(), Vec3{0, 0.3, 1});
  std::vector<Complex> pressure;
  for (int i = 0; i < surface.nodes; ++i) pressure.push_back(std::polar(50.0, 0.1 * i));
  const SurfaceWaves waves{25, 1.2 * 343 * 25, motion, pressure};
  int order = 1000;
  for (const double tolerance : {0.01, 0.2, 1.0}) {
    const ModeField field = multipoles(surface, waves, tolerance);
    CHECK(field.order < order);
    order = field.order;
    double loudest = 0, worst = 0;
    for (int i = 0; i < 400; ++i) {
      const double z = 1 - (2 * i + 1) / 400.0, phi = 2.4 * i, s = std::sqrt(1 - z * z);
      const Vec3 place = 100.0 * Vec3{s * std::cos(phi), s * std::sin(phi), z};
      const Complex exact = pressure_at(surface, waves, place);
      const Complex found = transfer(field, place) * std::polar(1.0, -2500.0);
      loudest = std::max(loudest, std::abs(exact));
      worst = std::max(worst, std::abs(found - exact));
    }
    CHECK(level(1 + worst / loudest) < tolerance);
    CHECK(worst > 0);
  }
}
